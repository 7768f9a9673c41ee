-- The match in which a player is awaited, or which he plays; false if there is none. ARGV: player.
return match_of(ARGV[1])
