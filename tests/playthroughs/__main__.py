"""Write every playthrough anew."""

from . import GAMES, path, told

for name in GAMES:
    path(name).write_text(told(name), encoding="utf-8")
