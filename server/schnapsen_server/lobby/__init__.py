"""Who plays whom, and how well: what stands between the tables. Redis never shows here."""
