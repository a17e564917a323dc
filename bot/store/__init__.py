"""SQLite behind the ports of the tables."""
