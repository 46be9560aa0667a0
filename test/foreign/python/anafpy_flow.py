"""anafpy signs in to ANAF, refreshes, uploads, reads states, messages and archives."""

import asyncio

import anafpy.auth.oauth as oauth
import httpx2
from anafpy.efactura.models import Filter
from anafpy_client import REGISTRATION, Store, ask, client_with, exchange, loop
from steps import QUESTION, step

xml, cif = QUESTION["invoice"], QUESTION["cif"]


async def again(tokens):
    async with httpx2.AsyncClient() as http:
        return await oauth.refresh_tokens(http, refresh_token=tokens.refresh_token, **REGISTRATION)


tokens = ask("exchange the code", exchange)
rotated = ask("refresh", lambda: again(tokens))
ask("refresh with the token before", lambda: again(tokens))
store = Store(rotated)
client = client_with(store)


async def wait_for(upload_id):
    async with asyncio.timeout(20):
        while (status := await client.get_status(upload_id)).is_processing:
            await asyncio.sleep(0.05)
    return status


async def listed(**window):
    return [each async for each in client.list_messages(cif=cif, **window)]


uploaded = ask("upload", lambda: client.upload(xml, cif=cif))
step("accepted", lambda: uploaded.accepted)
step("state at once", lambda: loop.run_until_complete(client.get_status(uploaded.upload_id)).state.value)
decided = ask("wait for the decision", lambda: wait_for(uploaded.upload_id))
step("state", lambda: decided.state.value)
archive = ask("download", lambda: client.download(decided.download_id))
step("the invoice came back", lambda: archive.content_xml.decode() == xml)
step("it is read", lambda: archive.view.number)
step("it is signed", lambda: b"Signature" in archive.signature_xml)
valid = ask("validate the signature", lambda: client.validate_signature(archive.content_xml, archive.signature_xml))
step("the signature is valid", lambda: valid.valid)

duplicate = ask("upload again", lambda: client.upload(xml, cif=cif))
refused = ask("wait for the refusal", lambda: wait_for(duplicate.upload_id))
step("state of the duplicate", lambda: refused.state.value)
errors = ask("download of the refusal", lambda: client.download(refused.download_id))
step("the error", lambda: errors.content_xml)
step("what is no invoice", lambda: loop.run_until_complete(client.upload("<x/>", cif=cif)).errors)
step("without rights", lambda: loop.run_until_complete(client.upload(xml, cif="1234567897")).errors)
ask("unknown upload", lambda: client.get_status("15000"))
ask("unknown download", lambda: client.download("21"))

ask("list by a clock that is ahead", lambda: listed(days=60))
step("some minutes later", lambda: httpx2.get(QUESTION["switches"] + "/some-minutes-later").status_code)
messages = ask("list of sixty days", lambda: listed(days=60))
step("their types", lambda: sorted(each.message_type for each in messages))
step("the parties", lambda: sorted({f"{each.sender_cif}" for each in messages if each.sender_cif}))
step("list of sent", lambda: len(loop.run_until_complete(listed(days=1, filter=Filter.SENT))))
step("list of buyers' messages", lambda: loop.run_until_complete(listed(days=1, filter=Filter.BUYER_MESSAGE)))

step("end all access tokens", lambda: httpx2.get(QUESTION["switches"] + "/end-tokens").status_code)
step("state with a token of its own accord", lambda: loop.run_until_complete(client.get_status(uploaded.upload_id)).state.value)
step("it has refreshed", lambda: store.tokens.access_token != rotated.access_token)
loop.run_until_complete(client.aclose())
