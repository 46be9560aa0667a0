"""anafpy reads CIUS-RO, ksef2 and ksef-client read FA(3): {name: XML} on standard input.

A line per document and reader: {"name", "reader", "number", "currency", "lines"} or with "error".
"""

import json
import sys

from anafpy.efactura.authoring import read_invoice
from anafpy.efactura.models import parse_ubl_document
from ksef2._services.fa3 import parse_invoice_xml
from ksef_client.documents.fa3 import FA3Invoice


def anafpy(xml):
    read = read_invoice(parse_ubl_document(xml))
    return read.number, read.currency, read.lines


def ksef2(xml):
    body = parse_invoice_xml(xml).body
    return body.invoice_number, body.currency, body.rows


def ksef_client(xml):
    read = FA3Invoice.from_xml(xml)
    return read.invoice_number, read.currency, read.lines


READERS = {"ubl": [anafpy], "fa3": [ksef2, ksef_client]}

for name, xml in json.load(sys.stdin).items():
    for reader in READERS[name.rsplit(", ")[-1]]:
        answer = {"name": name, "reader": reader.__name__}
        try:
            number, currency, lines = reader(xml.encode())
            answer |= {"number": number, "currency": str(currency), "lines": len(lines)}
        except Exception as fault:  # The test reports it.
            answer["error"] = f"{type(fault).__name__}: {fault}"
        print(json.dumps(answer))
