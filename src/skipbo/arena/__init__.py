"""Many games: `simulate` runs and sums them up, `bench` measures how fast.

`compete` lets bots play a contest: `contest` says who meets whom, `blocks` plays compiled, `table`
move by move, `journal` keeps it, `ratings` and `result` say what it is worth, `plot` draws it.
"""
