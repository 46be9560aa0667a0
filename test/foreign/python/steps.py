"""Steps of a client's flow: each prints a line {"step", "value"} or {"step", "error"}."""

import json
import sys

QUESTION = json.load(sys.stdin)


def step(name, run):
    """Runs a step; prints and returns its value, or prints its error and returns None."""
    try:
        value = run()
    except Exception as error:  # The test knows which steps fail, and how.
        print(json.dumps({"step": name, "error": f"{type(error).__name__}: {error}"}))
        return None
    print(json.dumps({"step": name, "value": shown(value)}))
    return value


def shown(value):
    """What JSON can say of a value."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    if isinstance(value, list | tuple):
        return [shown(each) for each in value]
    if isinstance(value, dict):
        return {str(key): shown(each) for key, each in value.items()}
    return type(value).__name__
