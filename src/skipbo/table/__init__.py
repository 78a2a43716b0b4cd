"""One game between people, and how all of it reads as text.

`game` is a game with everything that happened, `view` what one seat may know of it, `notation`
moves as text, `reasons` why one is refused; `record` and `replay` games as text and back, `match`
games in a row, `chance` shuffles and rolls that can be checked afterwards.
"""
