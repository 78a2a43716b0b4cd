"""What is legal and what happens: pure functions, written once for every machine.

`cards` holds Skip-Bo, Deluxe, International and MOD; `dice` holds Skip-Bo Dice;
`editions` holds every edition and option as data; `state` what both games share.
No I/O, no clock, no generator: chance is handed in from outside.
"""
