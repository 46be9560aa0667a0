"""ksef2 signs in to KSeF in three ways, sends, reads confirmations and lists, and closes."""

import hashlib

from ksef2 import Client, Environment, FormSchema
from ksef2.models import BatchInvoice
from ksef2.xades import XAdESCredentials
from steps import QUESTION, step

# It knows the government's addresses alone.
Environment.TEST._value_ = QUESTION["url"]
nip = QUESTION["nip"]
first, second, third, yesterday = (each.encode() for each in QUESTION["invoices"])

client = Client(Environment.TEST)
pair = QUESTION["certificate"]
credentials = XAdESCredentials.from_pem(pair["certificate"].encode(), pair["privateKey"].encode())
step(
    "sign in by certificate",
    lambda: client.authentication.with_xades(nip=nip, credentials=credentials, poll_interval=0.1),
)
step(
    "sign in by a certificate of its own",
    lambda: client.authentication.with_test_certificate(nip=nip, poll_interval=0.1),
)
signed_in = step(
    "sign in by token",
    lambda: client.authentication.with_token(ksef_token=QUESTION["token"], nip=nip, poll_interval=0.1),
)
step("refresh", lambda: client.authentication.refresh(refresh_token=signed_in.refresh_token))

session = step("open a session", lambda: signed_in.online_session(form_code=FormSchema.FA3))
sent = step("send", lambda: session.send_invoice(first))
status = step("wait for the decision", lambda: sent.wait(timeout=20))
step("the mode", lambda: status.invoicing_mode)
step("the hash", lambda: status.invoice_hash)
step("confirmation of the invoice", lambda: sent.download_upo())
step("confirmation by number", lambda: session.download_invoice_upo(ksef_number=status.ksef_number))
step("the same invoice again", lambda: session.send_invoice(first).wait(timeout=20))
step("what is no invoice", lambda: session.send_invoice(b"<?xml version='1.0'?><x/>").wait(timeout=20))
late = step("send one of yesterday", lambda: session.send_invoice(yesterday).wait(timeout=20))
step("its mode", lambda: late.invoicing_mode)
step("list", lambda: len(session.list_invoices().invoices))
step("list of failed invoices", lambda: len(session.list_failed_invoices().invoices))
step("close", lambda: session.close())
ended = step("wait for the end", lambda: session.wait(timeout=20))
step("counts", lambda: [ended.invoice_count, ended.successful_invoice_count, ended.failed_invoice_count])
step("confirmations of the session", lambda: session.download_upo())
step("download by number", lambda: signed_in.invoices.download(ksef_number=status.ksef_number) == first)
step("list of sessions", lambda: len(list(signed_in.invoice_sessions.list(session_type="online"))))

prepared = step(
    "prepare a batch",
    lambda: signed_in.batch.prepare(
        [
            BatchInvoice(file_name=f"{hashlib.sha256(each).hexdigest()}.xml", content=each)
            for each in (second, third)
        ]
    ),
)


def batch():
    with signed_in.batch_session(prepared_batch=prepared) as opened:
        opened.upload_parts()
    return opened


batch_session = step("send a batch", batch)
decided = step("wait for the batch", lambda: batch_session.wait(timeout=20))
step("counts of the batch", lambda: [decided.invoice_count, decided.successful_invoice_count])
step("confirmations of the batch", lambda: batch_session.download_upo())

step("limits of the context", lambda: signed_in.limits.get_context_limits())
step("limits of the subject", lambda: signed_in.limits.get_subject_limits())
step("limits of calls", lambda: signed_in.limits.get_api_rate_limits())
