"""The Skip-Bo family: rules, games, records, players."""
