"""`python -m skipbo.bots.host NAME`: a plug-in as a program that speaks the protocol.

The arena runs plug-ins so, for a process can be ended whatever its bot does.
"""

import json
import os
import sys
from typing import Any, TextIO

from ..errors import SkipboError
from . import plugins, protocol


def main(name: str) -> None:
    """Answer questions until there are no more."""
    questions, answers = take_streams()
    player = made(name)
    for line in questions:
        message = json.loads(line)
        if message["type"] == "choose":
            move = player.choose(*protocol.read_question(message))
            print(protocol.answer(move), file=answers, flush=True)


def made(name: str) -> Any:
    try:
        if point := plugins.find(name):
            return plugins.make(point)
    except SkipboError as error:
        sys.exit(str(error))
    sys.exit(f"there is no plug-in {name}")


def take_streams() -> tuple[TextIO, TextIO]:
    """The streams of the protocol, out of the bot's reach: what it prints goes to standard error.

    The very file descriptors change places, since a library may print without Python.
    """
    questions, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    sys.stdout = sys.stderr
    return os.fdopen(questions, encoding="utf-8"), os.fdopen(answers, "w", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
