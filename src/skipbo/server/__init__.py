"""The table in the browser: people and bots at one game, each seeing what its seat may know.

`wire` has every type that travels, `log` what is kept of a table, `table` what a log means,
`live` one table with its connections, `hub` all of them, `app` the addresses. A table is its log:
what has been acknowledged was committed before, and a restart plays the log again.
"""
