"""a38 and fatturapa read the FatturaPA documents of standard input: {name: XML}.

A line per document: {"name", "a38", "fatturapa"}. a38 also judges it, and writes it again:
`changed` names the elements that have another text then.
"""

import json
import sys

import fatturapa
from by_a38 import by_a38


def by_fatturapa(xml):
    return [
        {
            "type": each.tipo_documento_codice,
            "number": each.numero,
            "total": each.importo_totale,
            "lines": len(each.linee),
        }
        for each in fatturapa.parse(xml)
    ]


for name, text in json.load(sys.stdin).items():
    xml = text.encode()
    print(json.dumps({"name": name, "a38": by_a38(xml), "fatturapa": by_fatturapa(xml)}))
