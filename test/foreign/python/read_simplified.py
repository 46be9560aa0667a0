"""a38 reads the simplified FatturaPA documents of standard input: {name: XML}.

A line per document: {"name", "errors", "sameElements", "changed"}, as `by_a38` says them.
"""

import json
import sys

from by_a38 import by_a38

for name, text in json.load(sys.stdin).items():
    print(json.dumps({"name": name, **by_a38(text.encode())}))
