"""A second, slow and obvious implementation of the rules in shared/rules.md.
It was written from the rules alone, without a look at the engine, to check the engine against.
So it repeats the rules on purpose: share no code between the two, or they share their mistakes."""
