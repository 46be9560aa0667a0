"""invoicetronic-sdk lists what SdI delivered to a company, reads it, and deletes it."""

import json
from datetime import datetime

import invoicetronic_sdk as sdk
from steps import QUESTION, step

client = sdk.ApiClient(sdk.Configuration(host=QUESTION["url"], username=QUESTION["apiKey"], password=""))
receive, companies, account = sdk.ReceiveApi(client), sdk.CompanyApi(client), sdk.StatusApi(client)
begin, middle = (datetime.fromisoformat(QUESTION[name]) for name in ("from", "middle"))


def listed(**filters):
    """A list without the SDK's model, which wants the content in it."""
    answer = receive.receive_get_without_preload_content(**filters)
    if answer.status != 200:
        raise ValueError(f"Invoicetronic answered {answer.status}")
    return json.loads(answer.data)


def names(**filters):
    return [each["file_name"] for each in listed(**filters)]


def left():
    return account.status_get().operation_left


found = step("company", lambda: companies.company_get(q=QUESTION["buyer"].removeprefix("IT")))
step("its VAT number", lambda: [each.vat for each in found])
own = {"company_id": found[0].id}
look = own | {"last_update_from": begin, "sort": "last_update", "page": 1, "page_size": 200}
files = step("list", lambda: listed(**look))
signed, several, single = files
step("their names", lambda: [each["file_name"] for each in files])
step("the supplier", lambda: [signed["prestatore"], signed["committente"], signed["identifier"]])
step("without its content", lambda: ["payload" in signed, signed["is_read"]])
step("list as the SDK's models", lambda: receive.receive_get(**look))
step("newest first", lambda: names(**look | {"sort": "-last_update"}))
step("the second page", lambda: names(**look | {"page": 2, "page_size": 2}))
headers = step("headers", lambda: dict(receive.receive_get_without_preload_content(**look).headers))
step("all in all", lambda: {name.lower(): value for name, value in headers.items()}["invoicetronic-total-count"])
step("too large a page", lambda: listed(**look | {"page_size": 201}))
step("since the middle", lambda: names(**look | {"last_update_from": middle}))
step("until the middle", lambda: names(**own, last_update_to=middle))
step("by SdI's number", lambda: names(**own, identifier=single["identifier"]))
step("by the name", lambda: names(**own, file_name=single["file_name"]))
step("by the supplier", lambda: len(names(**own, prestatore=signed["prestatore"])))
step("by another supplier", lambda: names(**own, prestatore="IT12345670017"))
step("by a number in it", lambda: names(**own, document_number="L-2"))
step("by any text", lambda: names(**own, q=several["file_name"][-9:]))
step("of all companies", lambda: len(names(sort="last_update")))
step("unread", lambda: len(names(**own, unread=True)))

before = step("operations", left)
read = step("read it", lambda: receive.receive_id_get(several["id"], include_payload=True))
step("its content", lambda: read.payload)
step("its encoding", lambda: read.encoding)
step("its invoices", lambda: [[each.number, f"{each.var_date:%Y-%m-%d}"] for each in read.documents])
step("it is read", lambda: listed(**own, identifier=several["identifier"])[0]["is_read"])
step("read it again", lambda: receive.receive_id_get(several["id"], include_payload=True).is_read)
step("operations for it", lambda: before - left())
step("read it without its content", lambda: receive.receive_id_get(signed["id"]))
step("that is no reading", lambda: len(names(**own, unread=True)))
whole = step("read a signed one", lambda: receive.receive_id_get(signed["id"], include_payload=True))
step("its Base64", lambda: whole.payload)
step("its encoding in Base64", lambda: whole.encoding)
# Its document names no content of the answer, so the SDK reads none by itself.
step("its content alone", lambda: receive.receive_id_payload_get_without_preload_content(single["id"]).data)
step("operations for all", lambda: before - left())
step("all are read", lambda: names(**own, unread=True))
models = step("list with content", lambda: receive.receive_get(**look, include_payload=True))
step("their lengths", lambda: [len(each.payload) > 1000 for each in models])

step("delete", lambda: receive.receive_id_delete_without_preload_content(single["id"]).status)
step("read the deleted one", lambda: receive.receive_id_get(single["id"], include_payload=True))
step("the rest", lambda: names(**look))
