"""ksef-client signs in to KSeF in three ways, sends, reads confirmations and lists, and closes."""

from ksef_client import KsefClient, KsefClientOptions
from ksef_client import models as m
from ksef_client.exceptions import KsefHttpError
from ksef_client.services import AuthCoordinator, OnlineSessionWorkflow, XadesKeyPair
from steps import QUESTION, step
from tenacity import Retrying, retry_if_exception_type, retry_if_result, stop_after_delay, wait_fixed

nip = QUESTION["nip"]
first, second, *_ = (each.encode() for each in QUESTION["invoices"])
FA3 = m.FormCode(system_code="FA (3)", schema_version="1-0E", value="FA")

client = KsefClient(
    KsefClientOptions(
        base_url=QUESTION["url"].removesuffix("/v2"),
        base_lighthouse_url=QUESTION["lighthouse"],
        base_qr_url="https://qr-test.ksef.mf.gov.pl",
        allow_private_network_presigned_urls=True,
        strict_presigned_url_validation=False,
    )
)
coordinator = AuthCoordinator(client.auth)
polls = {"poll_interval_seconds": 0.1, "max_attempts": 50}
context = {"context_identifier_type": "nip", "context_identifier_value": nip}


def until(is_done, look):
    """Looks until it is done, twenty seconds at most."""
    return Retrying(
        stop=stop_after_delay(20),
        wait=wait_fixed(0.1),
        retry=retry_if_result(lambda value: not is_done(value)) | retry_if_exception_type(KsefHttpError),
        reraise=True,
    )(look)


pair = QUESTION["certificate"]
keys = XadesKeyPair(certificate_pem=pair["certificate"], private_key_pem=pair["privateKey"])
step(
    "sign in by certificate",
    lambda: coordinator.authenticate_with_xades_key_pair(
        key_pair=keys, subject_identifier_type="certificateSubject", **context, **polls
    ),
)
key_of = client.security.get_public_key_certificate_pem
for_tokens = step("key for tokens", lambda: key_of(m.PublicKeyCertificateUsage.KSEFTOKENENCRYPTION))
for_invoices = step("key for invoices", lambda: key_of(m.PublicKeyCertificateUsage.SYMMETRICKEYENCRYPTION))
signed_in = step(
    "sign in by token",
    lambda: coordinator.authenticate_with_ksef_token(
        token=QUESTION["token"], public_certificate=for_tokens, **context, **polls
    ),
)
access = signed_in.tokens.access_token.token
step("refresh", lambda: client.auth.refresh_access_token(signed_in.tokens.refresh_token.token))

sessions = client.sessions
session = step(
    "open a session",
    lambda: OnlineSessionWorkflow(sessions).open_session(
        form_code=FA3, public_certificate=for_invoices, access_token=access, upo_v43=True
    ),
)
reference = session.session_reference_number
sent = step("send", lambda: session.send_invoice(first, access_token=access))


def decided(submission):
    return until(
        lambda seen: seen.status.code >= 200,
        lambda: sessions.get_session_invoice_status(reference, submission.reference_number, access_token=access),
    )


status = step("wait for the decision", lambda: decided(sent))
step("the mode", lambda: status.invoicing_mode)
step("the hash", lambda: status.invoice_hash)
step(
    "confirmation of the invoice",
    lambda: sessions.get_session_invoice_upo_by_ref(reference, sent.reference_number, access_token=access),
)
step(
    "confirmation by number",
    lambda: sessions.get_session_invoice_upo_by_ksef(reference, status.ksef_number, access_token=access),
)
offline = step(
    "send an offline invoice", lambda: session.send_invoice(second, access_token=access, offline_mode=True)
)
step("its mode", lambda: decided(offline).invoicing_mode)
step("list", lambda: len(sessions.get_session_invoices(reference, access_token=access).invoices))
step(
    "list of failed invoices",
    lambda: len(sessions.get_session_failed_invoices(reference, access_token=access).invoices),
)
step("close", lambda: session.close(access_token=access))
ended = step(
    "wait for the end",
    lambda: until(
        lambda seen: seen.status.code >= 200, lambda: sessions.get_session_status(reference, access_token=access)
    ),
)
step("counts", lambda: [ended.invoice_count, ended.successful_invoice_count])
step(
    "confirmations of the session",
    lambda: [
        sessions.get_session_upo(reference, page.reference_number, access_token=access) for page in ended.upo.pages
    ],
)
step(
    "download by number",
    lambda: client.invoices.get_invoice_bytes(status.ksef_number, access_token=access).content == first,
)
step(
    "list of sessions", lambda: len(sessions.get_sessions(session_type="Online", access_token=access).sessions)
)

step("unknown session", lambda: sessions.get_session_status("20261126-SO-0-0-00", access_token=access))
step("unknown access token", lambda: sessions.get_session_status(reference, access_token="x"))
step("lighthouse", lambda: client.lighthouse.get_status().status.value)
step("messages of the lighthouse", lambda: len(client.lighthouse.get_messages()))
step("limits of calls", lambda: client.rate_limits.get_rate_limits(access))
step(
    "list by date",
    lambda: [
        each.ksef_number
        for each in client.invoices.iter_invoice_metadata_by_date_range(
            subject_type=m.InvoiceQuerySubjectType.SUBJECT1,
            date_type=m.InvoiceQueryDateType.ISSUE,
            date_from=QUESTION["from"],
            date_to=QUESTION["to"],
            access_token=access,
            page_size=100,
        )
    ],
)
