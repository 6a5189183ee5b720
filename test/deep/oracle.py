"""Reads JSON texts, one a line, and writes each as lists without keys, one a line: see python-reader.ts."""
import json
import sys


class Number(str):
    """A number's token."""


def listed(value):
    if isinstance(value, Number):
        return ["n", str(value)]
    if isinstance(value, dict):
        return ["o", *(part for key, member in value.items() for part in (key, listed(member)))]
    if isinstance(value, list):
        return ["l", *map(listed, value)]
    return value


for line in sys.stdin.buffer:
    value = json.loads(line.decode("utf-8"), parse_int=Number, parse_float=Number)
    print(json.dumps(listed(value), ensure_ascii=True), flush=True)
