"""factur-x reads the hybrid invoices that standard input lists, in JSON, after its check by schema.

A line per file: {"file", "name", "xml"}, `name` that of the attachment.
"""

import base64
import json
import sys

from facturx import get_xml_from_pdf

for file in json.load(sys.stdin):
    with open(file, "rb") as pdf:
        name, xml = get_xml_from_pdf(pdf.read(), check_xsd=True)
    text = base64.b64encode(xml).decode() if xml else None
    print(json.dumps({"file": file, "name": name or None, "xml": text}))
