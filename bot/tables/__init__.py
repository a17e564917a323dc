"""The running tables, and the ports to what lies outside them."""
