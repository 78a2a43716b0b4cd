"""`python -m skipbo.server.worker`: thinks about questions, a JSON object on a line each.

All that it is told of a game is one seat's view; or, to be reviewed, the record of one that is
over.
"""

import json
import os
from dataclasses import asdict
from typing import Any

from ..bots import bot, protocol
from ..bots.chance import chance
from ..bots.hint import hint
from ..bots.host import take_streams
from .replays import review_text

NICE = 5  # the server and the page come first


def main() -> None:
    """Answer questions until there are no more."""
    os.nice(NICE)
    questions, answers = take_streams()
    for line in questions:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


def answer(message: dict[str, Any]) -> dict[str, Any]:
    if "review" in message:
        return review_text(message["review"])
    view, legal, rng = protocol.read_question(message)
    if message.get("chance"):
        return {"chance": chance(view)}
    if message["bot"] is None:
        found = hint(view, legal)
        return {"move": found.move, "reason": asdict(found.reason)}
    return {"move": bot(message["bot"]).choose(view, legal, rng)}


if __name__ == "__main__":
    main()
