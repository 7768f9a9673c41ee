"""`python3 tests [pytest's arguments]`: sets the checkout up once, finds or fetches a browser, runs the tests."""

import os
import sys

CHECKOUT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(1, os.path.join(CHECKOUT, "server"))

import bootstrap  # noqa: E402

if __name__ == "__main__":
    bootstrap.enter(tests=True)

    from kit.run import main

    main(sys.argv[1:])
