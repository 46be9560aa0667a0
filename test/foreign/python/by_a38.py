"""What a38 says of a FatturaPA, ordinary or simplified."""

from a38.fattura import auto_from_etree
from a38.validation import Validation
from lxml import etree


def by_a38(xml):
    root = etree.fromstring(xml)
    try:
        read = auto_from_etree(root)
    except RuntimeError as error:
        # Its model lacks elements of the official schema.
        return {"errors": [str(error)], "sameElements": None, "changed": []}
    validation = Validation()
    try:
        read.validate(validation)
        errors = sorted({error.code or str(error) for error in validation.errors})
    except AttributeError as error:
        errors = [f"crash: {error}"]
    again = read.build_etree(lxml=True).getroot()
    before, after = list(leaves(root)), list(leaves(again))
    same_elements = [path for path, _ in before] == [path for path, _ in after]
    changed = sorted({path for (path, one), (_, other) in zip(before, after) if one != other})
    return {"errors": errors, "sameElements": same_elements, "changed": changed}


def leaves(element, above=()):
    path = (*above, etree.QName(element).localname)
    if len(element) == 0:
        yield "/".join(path[-2:]), (element.text or "").strip()
    for child in element:
        yield from leaves(child, path)
