"""Discord: commands, buttons, boards and hands. Built only from what the tables show of themselves."""
