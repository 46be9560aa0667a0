"""anafpy lists what suppliers and buyers sent to a company, and reads the archives."""

import io
import zipfile
from datetime import datetime

import httpx2
from anafpy.efactura.models import Filter
from anafpy_client import Store, ask, client_with, exchange, loop
from steps import QUESTION, step

client = client_with(Store(ask("exchange the code", exchange)))


async def listed(cif=QUESTION["cif"], **wanted):
    return [each async for each in client.list_messages(cif=cif, **wanted)]


def ids(name, **wanted):
    return step(name, lambda: [each.id for each in loop.run_until_complete(listed(**wanted))])


step("some minutes later", lambda: httpx2.get(QUESTION["switches"] + "/some-minutes-later").status_code)
ids("before anything came", days=1, filter=Filter.RECEIVED)
step("something comes", lambda: httpx2.get(QUESTION["switches"] + "/deliver").status_code)
received = ask("received invoices", lambda: listed(days=1, filter=Filter.RECEIVED))
step("their ids", lambda: [each.id for each in received])
step("their uploads", lambda: [each.request_id for each in received])
step("their types", lambda: sorted({each.message_type for each in received}))
step("the parties", lambda: sorted({f"{each.sender_cif} to {each.receiver_cif}" for each in received}))
begin, end = (datetime.fromtimestamp(QUESTION[name] / 1000) for name in ("from", "until"))
ids("until a time", start=begin, end=end, filter=Filter.RECEIVED)
messages = ask("buyers' messages", lambda: listed(days=1, filter=Filter.BUYER_MESSAGE))
step("their type", lambda: [each.message_type for each in messages])
ids("sent invoices", days=1, filter=Filter.SENT)
ids("errors", days=1, filter=Filter.ERRORS)
ids("everything", days=1)
ask("of a company without rights", lambda: listed(cif="1234567897", days=1))

for place, message in enumerate(received):
    archive = ask(f"archive {place}", lambda: client.download(message.id))
    step(f"files {place}", lambda: zipfile.ZipFile(io.BytesIO(archive.raw_zip)).namelist())
    step(f"content {place}", lambda: archive.content_xml.decode())
    step(f"kind {place}", lambda: type(archive.document).__name__)
    step(f"number {place}", lambda: archive.view.number)
    verdict = ask(
        f"signature {place}", lambda: client.validate_signature(archive.content_xml, archive.signature_xml)
    )
    step(f"valid {place}", lambda: verdict.valid)
changed = ask(
    "signature of another content",
    lambda: client.validate_signature(archive.content_xml + b"\n", archive.signature_xml),
)
step("valid for another content", lambda: changed.valid)
said = ask("archive of a message", lambda: client.download(messages[0].id))
step("the message", lambda: said.content_xml.decode())
step("it is no invoice", lambda: said.document is None and b"Signature" in said.signature_xml)
ask("archive of another company", lambda: client.download(QUESTION["notOurs"]))
loop.run_until_complete(client.aclose())
