"""Count every line anew, by the engine and by the oracle, and rewrite the files.

Run by hand, after a change of the rules or with new lines (which need no count):
`python -m tests.perft.update`. Nothing is written if the two differ anywhere.
"""

import sys
from dataclasses import replace

from tests.perft import Line, holds_count, path

from skipbo.rules.editions import EDITIONS


def counted(line: Line) -> Line:
    """The line with its count, on which both have to agree."""
    by_engine, by_oracle = line.by_engine(), line.by_oracle()
    if by_engine != by_oracle:
        sys.exit(f"{line.edition}: {line}\nengine {by_engine}, oracle {by_oracle}: they differ")
    new = replace(line, count=by_engine)
    print(f"{line.edition}: {new}" + ("" if new == line else f"  (was {line.count})"), flush=True)
    return new


def main() -> None:
    texts = {
        edition: [
            str(counted(Line.parse(edition, text))) if holds_count(text) else text
            for text in path(edition).read_text().splitlines()
        ]
        for edition in EDITIONS
    }
    for edition, lines in texts.items():
        path(edition).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
