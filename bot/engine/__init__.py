"""The game, pure: no input or output, no clock, no randomness, no Discord, no SQL."""
