"""invoicetronic-sdk sends an invoice, and reads it, its states, and the account's."""

import json

import invoicetronic_sdk as sdk
from steps import QUESTION, step
from tenacity import Retrying, retry_if_result, stop_after_delay, wait_fixed

client = sdk.ApiClient(sdk.Configuration(host=QUESTION["url"], username=QUESTION["apiKey"], password=""))
send, updates = sdk.SendApi(client), sdk.UpdateApi(client)
xml = QUESTION["invoice"]


def states(send_id):
    """Looks until SdI has decided, twenty seconds at most."""
    undecided = retry_if_result(lambda seen: not seen or seen[-1].state == "Inviato")
    look = Retrying(stop=stop_after_delay(20), wait=wait_fixed(0.1), retry=undecided)
    return look(lambda: updates.update_get(send_id=send_id, sort="last_update"))


def sent(invoice):
    """The answer without the SDK's model, which wants the XML in it."""
    return json.loads(send.send_post_without_preload_content(invoice).data)


def other():
    return sdk.StatusApi(sdk.ApiClient(sdk.Configuration(host=QUESTION["url"], username="ik_no", password="")))


step("health", lambda: sdk.HealthApi(client).health_get())
step("account", lambda: sdk.StatusApi(client).status_get().operation_left)
step("validate", lambda: send.send_validate_post(sdk.Send(payload=xml)))
step("validate what is no invoice", lambda: send.send_validate_post(sdk.Send(payload="<x/>")))
first = step("send", lambda: sent(sdk.Send(payload=xml, meta_data={"ours": "1"})))
step("send what is no invoice", lambda: send.send_post(sdk.Send(payload="<x/>")))
seen = step("wait for the states", lambda: states(first["id"]))
step("the states", lambda: [each.state for each in seen])
step("its metadata", lambda: seen[-1].send.meta_data)
step("a state", lambda: updates.update_id_get(seen[-1].id).state)
step("read it without its XML", lambda: send.send_id_get(first["id"]))
step("read it", lambda: send.send_id_get(first["id"], include_payload=True).payload == xml)
# Its document names no content of the answer, so the SDK reads none by itself.
step("read its XML", lambda: send.send_id_payload_get_without_preload_content(first["id"]).data.decode() == xml)
number = step("SdI's number", lambda: seen[-1].send.identifier)
step("read it by SdI's number", lambda: send.send_identifier_get(number, include_payload=True).id == first["id"])
step("list", lambda: len(send.send_get(file_name=first["file_name"], include_payload=True, page=1, page_size=100)))
step("with another key", lambda: other().status_get())

