"""`python3 server`: sets the checkout up once, then is the command line, `schnapsen`."""

import bootstrap

if __name__ == "__main__":
    bootstrap.enter()

    from schnapsen_server.cli import main

    main(prog_name="python3 server")
