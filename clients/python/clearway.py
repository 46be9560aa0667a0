"""Client of the Clearway API: one file, standard library only, Python 3.9 or newer.

    from clearway import Clearway

    clearway = Clearway("sk_test_...", "https://api.example.com")
    invoice = clearway.invoices.create(body, idempotency_key="order-4711")
    invoice = clearway.invoices.wait_until_decided(invoice["id"])

Copy this file into your project, or install it as a package.
"""

from __future__ import annotations

import base64
import errno
import hashlib
import hmac
import http.client
import io
import json
import math
import platform
import random
import re
import socket
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

__version__ = "1.0.0"
__all__ = [
    "Clearway",
    "ClearwayError",
    "ClearwayNetworkError",
    "ClearwayResponseError",
    "ClearwayTimeoutError",
    "Download",
    "EventPage",
    "ProofVerdict",
    "WebhookVerificationError",
    "verify_proof",
    "verify_webhook",
]

JSON = Dict[str, Any]
Params = Mapping[str, Any]

# Temporary statuses.
_RETRYABLE = frozenset((408, 429, 500, 502, 503, 504))
# The pipeline does not change these statuses automatically.
_DECIDED = frozenset(("accepted", "rejected", "error"))
_EXCERPT_CHARACTERS = 200
# How many seconds an invoice may be unknown after its creation was acknowledged.
_UNSHOWN = 30


class ClearwayError(Exception):
    """An error that the service returned.

    `details` names every invalid field, each as `{"path", "message"}`; it is empty unless
    `type` is `validation_error`. Include `request_id` in requests to support.
    """

    def __init__(self, status: int, error: Mapping[str, Any]) -> None:
        super().__init__(str(error.get("message", "")))
        self.status = status
        self.type: str = str(error.get("type", ""))
        self.message: str = str(error.get("message", ""))
        self.details: List[JSON] = list(error.get("details") or [])
        self.request_id: str = str(error.get("requestId", ""))


class ClearwayNetworkError(Exception):
    """No answer arrived: the connection could not be made, or broke. `__cause__` has the reason.

    `may_have_arrived` is False if no attempt reached the service, so that nothing has happened
    there. `idempotency_key` is the key of the creation of an invoice, also if the client generated
    it: repeat the request with it.
    """

    def __init__(self, message: str, may_have_arrived: bool, idempotency_key: Optional[str] = None) -> None:
        super().__init__(message)
        self.may_have_arrived = may_have_arrived
        self.idempotency_key = idempotency_key


class ClearwayTimeoutError(ClearwayNetworkError):
    """The answer did not arrive in time."""


class ClearwayResponseError(Exception):
    """An answer from another source: a proxy, a login page, another server.

    `status` may be that of a success. `excerpt` is the beginning of its text.
    """

    def __init__(self, status: int, media_type: Optional[str], body: bytes, what: str) -> None:
        text = body[: 4 * _EXCERPT_CHARACTERS].decode("utf-8", "replace")
        self.excerpt = re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", text).strip()[:_EXCERPT_CHARACTERS]
        super().__init__(f"{what}: {self.excerpt}" if self.excerpt else what)
        self.status = status
        self.media_type = media_type


class WebhookVerificationError(Exception):
    """A delivery that cannot be trusted. `reason` names the failed check:

    `missing_header`, `timestamp_malformed`, `timestamp_too_old`, `timestamp_too_new` or
    `signature_mismatch`.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Download(NamedTuple):
    """A document. `filename` has no folders; an attachment's comes from the invoice's sender."""

    content: bytes
    media_type: str
    filename: str


class EventPage(NamedTuple):
    """Events of the feed. Store `cursor` after processing them: later events begin there."""

    events: List[JSON]
    cursor: str


class ProofVerdict(NamedTuple):
    """The result of verifying a proof. The standard library has no Ed25519, which limits it.

    valid: nothing fails; for events that are not sealed this only means that they are linked.
    sealed: all events are sealed, and the seal's root covers them.
    failures: the failures, for people.
    signature_checked: always False. To check whether the seal is the operator's, use
        `openssl pkeyutl -verify` or a library with Ed25519 on `json.dumps` of the seal without its
        `signature`, with `sort_keys=True`, `separators=(",", ":")` and `ensure_ascii=False`.
    """

    valid: bool
    sealed: bool
    failures: List[str]
    signature_checked: bool = False


class _Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


class Clearway:
    """A client of the service at `base_url`, in the environment of `api_key`.

    `timeout` is the time limit of each attempt in seconds. Requests that are safe to repeat are
    repeated at most `max_retries` times, after a 408, 429, 500, 502, 503, 504 or a broken
    connection; the pauses before retries take at most `max_wait` seconds in total. Every creation
    of an invoice has an idempotency key, a random one unless you pass one.

    Methods raise ClearwayError for an error of the service, ClearwayNetworkError (its subclass
    ClearwayTimeoutError after a timeout) if no answer arrived, and ClearwayResponseError for an
    answer from another source. Certificates are verified, redirects are not followed, proxies are
    those of the environment. An instance may be used by several threads.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str,
        timeout: float = 30,
        max_retries: int = 2,
        max_wait: float = 90,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        # The messages quote no values: they may contain secrets.
        if not isinstance(api_key, str) or not re.fullmatch(r"[!-~]+", api_key):
            raise ValueError("api_key must be the whole key, sk_test_... or sk_live_..., without white space")
        parts = _parts_of(base_url)
        if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("base_url must be an address that begins with https:// (or http://)")
        if "@" in parts.netloc or parts.query or parts.fragment:
            raise ValueError("base_url must have no user name, password, query or fragment")
        if not (timeout > 0 and math.isfinite(timeout)):
            raise ValueError("timeout must be a number of seconds above 0")
        if max_retries < 0 or not max_wait >= 0:
            raise ValueError("max_retries and max_wait must not be below 0")
        self._authorization = f"Bearer {api_key}"
        self._base_url = base_url.rstrip("/")
        self._timeout = timeout
        self._max_retries = max_retries
        self._max_wait = max_wait
        self._opener = urllib.request.build_opener(
            _NoRedirects, _HTTPHandler, _HTTPSHandler(context=ssl_context or ssl.create_default_context())
        )
        self.api_keys = ApiKeys(self)
        self.companies = Companies(self)
        self.connections = Connections(self)
        self.events = Events(self)
        self.invoices = Invoices(self)
        self.received = Received(self)
        self.webhooks = Webhooks(self)

    def __repr__(self) -> str:
        return f"Clearway(base_url={self._base_url!r})"

    def get(self, path: str, params: Optional[Params] = None, timeout: Optional[float] = None) -> JSON:
        """The JSON that GET returns, for example `get("/v1/invoices", {"status": "error"})["data"]`."""
        return self._json("GET", path, params=params, timeout=timeout)

    def post(
        self,
        path: str,
        body: Any = None,
        idempotency_key: Optional[str] = None,
        params: Optional[Params] = None,
        timeout: Optional[float] = None,
    ) -> JSON:
        """The JSON that POST returns. Numbers in the body may be `decimal.Decimal`."""
        key = idempotency_key
        if key is None and _is_creation(path):
            key = str(uuid.uuid4())
        return self._json("POST", path, body=body, params=params, timeout=timeout, idempotency_key=key)

    def put(self, path: str, body: Any = None, timeout: Optional[float] = None) -> JSON:
        """The JSON that PUT returns."""
        return self._json("PUT", path, body=body, timeout=timeout)

    def patch(self, path: str, body: Any = None, timeout: Optional[float] = None) -> JSON:
        """The JSON that PATCH returns."""
        return self._json("PATCH", path, body=body, timeout=timeout)

    def delete(self, path: str, timeout: Optional[float] = None) -> JSON:
        """The JSON that DELETE returns."""
        return self._json("DELETE", path, timeout=timeout)

    def download(self, path: str, params: Optional[Params] = None, timeout: Optional[float] = None) -> Download:
        """The bytes that GET returns, with their media type and file name."""
        answer = self._success("GET", path, params=params, timeout=timeout)
        media_type = answer.headers.get("content-type", "application/octet-stream")
        disposition = answer.headers.get("content-disposition")
        # A proxy's page would be saved as the document.
        if disposition is None and media_type.lower().startswith("text/html"):
            raise self._not_ours("GET", path, answer, "without a document")
        return Download(answer.body, media_type, _filename_of(disposition or ""))

    def paginate(self, path: str, params: Optional[Params] = None, timeout: Optional[float] = None) -> Iterator[JSON]:
        """All entries of a list, page after page, each requested when it is needed."""
        for page in self._pages(path, params, timeout):
            yield from page["data"]

    def _pages(self, path: str, params: Optional[Params], timeout: Optional[float] = None) -> Iterator[JSON]:
        query = dict(params or {})
        while True:
            page = self.get(path, query, timeout)
            yield page
            if not page["hasMore"]:
                return
            # Otherwise the same page would repeat forever.
            if page["nextCursor"] in (None, query.get("cursor")):
                raise ClearwayResponseError(200, None, b"", f"GET {path} answered with a page without a next one")
            query["cursor"] = page["nextCursor"]

    def _json(self, method: str, path: str, **sent: Any) -> JSON:
        answer = self._success(method, path, **sent)
        try:
            body = json.loads(answer.body)
        except (ValueError, RecursionError):
            raise self._not_ours(method, path, answer, "without JSON of the service") from None
        if not isinstance(body, dict):
            raise self._not_ours(method, path, answer, "without JSON of the service")
        return body

    def _success(
        self,
        method: str,
        path: str,
        body: Any = None,
        params: Optional[Params] = None,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
        xml: Union[str, bytes, None] = None,
        lines: Optional[Sequence[Any]] = None,
    ) -> _Answer:
        # Otherwise the address could name another host: https://api.example.com@attacker.example.
        if not re.fullmatch(r"/[!-~]*", path):
            raise ValueError("path must begin with / and have no white space")
        headers = {
            "Accept": "*/*",
            "User-Agent": f"clearway-python/{__version__} python/{platform.python_version()}",
        }
        data: Optional[bytes] = None
        if xml is not None:
            data = xml.encode() if isinstance(xml, str) else xml
            headers["Content-Type"] = "application/xml"
        elif lines is not None:
            data = "\n".join(map(_encoded, lines)).encode()
            headers["Content-Type"] = "application/x-ndjson"
        elif body is not None:
            data = _encoded(body).encode()
            headers["Content-Type"] = "application/json"
        if idempotency_key is not None:
            if not re.fullmatch(r"[ -~]{1,255}", idempotency_key):
                raise ValueError("idempotency_key must have 1 to 255 characters of printable ASCII")
            headers["X-Idempotency-Key"] = idempotency_key
        given = {name: _parameter(value) for name, value in (params or {}).items() if value is not None}
        query = "?" + urllib.parse.urlencode(given) if given else ""
        request = urllib.request.Request(self._base_url + path + query, data, headers, method=method)
        # The key is in no variable that an error report could show.
        request.add_unredirected_header("Authorization", self._authorization)
        answer = self._send(request, path, timeout or self._timeout, idempotency_key)
        if 200 <= answer.status < 300:
            return answer
        if 300 <= answer.status < 400:
            location = answer.headers.get("location", "another address")[:300]
            raise self._not_ours(
                method, path, answer, f"with a redirect to {location}, which is not followed; correct base_url"
            )
        try:
            error = json.loads(answer.body)["error"]
            known = isinstance(error, dict) and "type" in error and "message" in error
            known = known and isinstance(error.get("details", []), list)
        except (ValueError, KeyError, TypeError, RecursionError):
            known = False
        if not known:
            raise self._not_ours(method, path, answer, "without JSON of the service")
        raise ClearwayError(answer.status, error)

    def _not_ours(self, method: str, path: str, answer: _Answer, what: str) -> ClearwayResponseError:
        text = f"{method} {self._base_url}{path} answered {answer.status} {what}"
        return ClearwayResponseError(answer.status, answer.headers.get("content-type"), answer.body, text)

    def _send(self, request: urllib.request.Request, path: str, timeout: float, key: Optional[str]) -> _Answer:
        """The answer to the request, which is repeated if that is safe."""
        is_repeatable = request.get_method() != "POST" or path in ("/v1/invoices/validate", "/v1/convert")
        is_repeatable = is_repeatable or key is not None
        retries = self._max_retries if is_repeatable else 0
        waited = 0.0
        may_have_arrived = False
        for retry in range(retries + 1):
            answer: Optional[_Answer] = None
            cause: Optional[Exception] = None
            try:
                answer = self._attempt(request, timeout)
                if answer.status not in _RETRYABLE:
                    return answer
            except (OSError, http.client.HTTPException) as error:
                # A URLError only wraps the cause.
                reason = getattr(error, "reason", error)
                cause = reason if isinstance(reason, Exception) else error
                # The library's frames contain the key, and error reports show variables.
                cause = cause.with_traceback(None)
                cause.__context__ = cause.__cause__ = None
            may_have_arrived = may_have_arrived or cause is None or not _never_connected(cause)
            pause = _pause(retry, answer.headers.get("retry-after") if answer else None)
            if retry < retries and waited + pause <= self._max_wait:
                time.sleep(pause)
                waited += pause
                continue
            if answer is not None:
                return answer
            where = f"{request.get_method()} {self._base_url}{path}"
            attempts = f", {retry + 1} attempts" if retry > 0 else ""
            if isinstance(cause, (socket.timeout, TimeoutError)):
                text = f"{where}: no answer within {timeout:g} s{attempts}"
                raise ClearwayTimeoutError(text, may_have_arrived, key) from cause
            said = str(cause) or type(cause).__name__
            raise ClearwayNetworkError(f"{where}: no answer ({said}){attempts}", may_have_arrived, key) from cause
        raise AssertionError("a loop of at least one attempt has ended without its outcome")

    def _attempt(self, request: urllib.request.Request, timeout: float) -> _Answer:
        try:
            response = self._opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            # An answer like any other.
            response = error
        with response:
            chunks = []
            while True:
                chunk = response.read1(65_536) if hasattr(response, "read1") else response.read(65_536)
                if not chunk:
                    break
                chunks.append(chunk)
            body = b"".join(chunks)
            headers = {name.lower(): value for name, value in response.headers.items()}
            length = headers.get("content-length", "")
            if re.fullmatch(r"[0-9]+", length) and len(body) < int(length):
                raise http.client.IncompleteRead(body, int(length) - len(body))
            return _Answer(response.status, headers, body)


def _is_passing(error: Exception, is_there: bool) -> bool:
    """Whether the next question may be answered: the service is overloaded or away.

    `is_there`: it has answered before, so its address is right.
    """
    if isinstance(error, (ClearwayError, ClearwayResponseError)):
        return error.status == 429 or error.status >= 500
    return isinstance(error, ClearwayNetworkError) and is_there


class _Resource:
    def __init__(self, client: Clearway) -> None:
        self._client = client


class Invoices(_Resource):
    """Invoices, from their creation to the government's decision."""

    def create(
        self,
        body: Mapping[str, Any],
        idempotency_key: Optional[str] = None,
        validate: Optional[bool] = None,
    ) -> JSON:
        """Creates an invoice. It is returned in status `created`; the rest follows.

        `validate`: reject an invoice that breaks a rule instead of creating it.
        """
        params = {"validate": validate}
        return self._client.post("/v1/invoices", body, idempotency_key, params)["data"]

    def create_batch(
        self,
        invoices: Sequence[Mapping[str, Any]],
        idempotency_key: Optional[str] = None,
        validate: Optional[bool] = None,
        timeout: Optional[float] = None,
    ) -> List[JSON]:
        """Creates up to 1,000 invoices with one request, and returns a result for each.

        Results are in the order of the invoices. Check the `status` of each: `data` is the
        invoice, `error` the reason if there is none. An invoice may have its own `idempotencyKey`
        beside its fields; `idempotency_key` is for those without, random by default.
        """
        key = idempotency_key if idempotency_key is not None else str(uuid.uuid4())
        path = "/v1/invoices/batch"
        params = {"validate": validate}
        sent = {"params": params, "lines": invoices, "idempotency_key": key, "timeout": timeout}
        answer = self._client._success("POST", path, **sent)
        try:
            return [json.loads(line) for line in answer.body.splitlines()]
        except (ValueError, RecursionError):
            raise self._client._not_ours("POST", path, answer, "without JSON of the service") from None

    def create_from_xml(
        self,
        xml: Union[str, bytes],
        country: Optional[str] = None,
        company_id: Optional[str] = None,
        external_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> JSON:
        """Creates an invoice from the country's own document in XML, which is sent byte for byte.

        `country` is needed if the document does not contain it.
        """
        key = idempotency_key if idempotency_key is not None else str(uuid.uuid4())
        params = {"country": country, "companyId": company_id, "externalId": external_id}
        return self._client._json("POST", "/v1/invoices", xml=xml, params=params, idempotency_key=key)["data"]

    def convert(
        self,
        source: Union[Mapping[str, Any], str, bytes],
        to: str,
        country: Optional[str] = None,
        lossless: Optional[bool] = None,
    ) -> JSON:
        """Converts an invoice, JSON or a document in XML, into `json`, `ubl`, `cii`, `fatturapa` or `fa3`.

        Returns the `document`, and in `losses` the data that the new format can't express. Nothing is
        stored.
        """
        params = {"to": to, "country": country, "lossless": lossless}
        sent = {"xml": source} if isinstance(source, (str, bytes)) else {"body": source}
        return self._client._json("POST", "/v1/convert", params=params, **sent)["data"]

    def validate(self, body: Mapping[str, Any]) -> JSON:
        """Judges an invoice by all rules. Nothing is stored or counted."""
        return self._client.post("/v1/invoices/validate", body)

    def validate_xml(
        self, xml: Union[str, bytes], profile: Optional[str] = None, country: Optional[str] = None
    ) -> JSON:
        """Judges a document in XML: UBL, CII, FatturaPA or FA(3)."""
        params = {"profile": profile, "country": country}
        return self._client._json("POST", "/v1/invoices/validate", xml=xml, params=params)

    def get(self, invoice_id: str) -> JSON:
        """An invoice as it is now."""
        return self._client.get(_path("/v1/invoices/{}", invoice_id))["data"]

    def list(self, **query: Any) -> Iterator[JSON]:
        """All invoices that match the query, for example `list(status="error")`, newest first."""
        return self._client.paginate("/v1/invoices", query)

    def timeline(self, invoice_id: str) -> List[JSON]:
        """What has happened to an invoice, oldest first."""
        return self._client.get(_path("/v1/invoices/{}/events", invoice_id))["data"]

    def responses(self, invoice_id: str, **query: Any) -> Iterator[JSON]:
        """The buyer's responses to an invoice since the decision, in the order of recording."""
        return self._client.paginate(_path("/v1/invoices/{}/responses", invoice_id), query)

    def retry(self, invoice_id: str, idempotency_key: Optional[str] = None) -> JSON:
        """Starts the processing of an invoice in status `error` again."""
        return self._client.post(_path("/v1/invoices/{}/retry", invoice_id), None, idempotency_key)["data"]

    def report_payment(
        self, invoice_id: str, body: Mapping[str, Any], idempotency_key: Optional[str] = None
    ) -> JSON:
        """Reports the payment of an accepted invoice to a government that requires it."""
        return self._client.post(_path("/v1/invoices/{}/paid", invoice_id), body, idempotency_key)["data"]

    def wait_until_decided(self, invoice: Union[str, Mapping[str, Any]], within: float = 120) -> JSON:
        """Polls an invoice, with growing pauses, until it is `accepted`, `rejected` or in `error`.

        `invoice` is its id; or the invoice as a call returned it, so that an older state of it is
        no answer: after `retry` a process may show the earlier `error` for a moment.

        For tests and small volumes; a webhook reports the status without polling. It only reads:
        call it as often as you like, several times at once, or again after a crash or a timeout.
        A service that is away for a while does not end the wait. Raises ClearwayTimeoutError after
        `within` seconds; processing of the invoice continues. A real government may take hours. An
        id that is unknown is asked for again for 30 seconds at most: the process that answers may
        not show an invoice yet that was created a moment ago.
        """
        invoice_id = invoice if isinstance(invoice, str) else str(invoice["id"])
        since = "" if isinstance(invoice, str) else str(invoice.get("updatedAt") or "")
        begun = time.monotonic()
        deadline = begun + within
        shown_by = begun + min(within, _UNSHOWN)
        pause = 0.25
        status = "unknown"
        while True:
            cause: Optional[Exception] = None
            try:
                found = self.get(invoice_id)
                status = found["status"]
                if status in _DECIDED and str(found.get("updatedAt") or "") >= since:
                    return found
            except (ClearwayError, ClearwayNetworkError, ClearwayResponseError) as error:
                unshown = isinstance(error, ClearwayError) and error.status == 404 and time.monotonic() < shown_by
                if not unshown and not _is_passing(error, status != "unknown"):
                    raise
                cause = error
            left = deadline - time.monotonic()
            if left <= 0:
                raise ClearwayTimeoutError(f"{invoice_id} is still {status} after {within:g} s", True) from cause
            time.sleep(min(pause, left))
            pause = min(pause * 1.5, 15)

    def proof(self, invoice_id: str) -> JSON:
        """Proof that the invoice's events are sealed, for `verify_proof`."""
        return self._client.get(_path("/v1/invoices/{}/proof", invoice_id))["data"]

    def documents(self, invoice_id: str) -> List[JSON]:
        """The documents that were produced and received for an invoice."""
        return self._client.get(_path("/v1/invoices/{}/documents", invoice_id))["data"]

    def document(self, invoice_id: str, kind: str) -> Download:
        """A document, by its kind: `xml` as it was sent, `receipt`, `attachment-1` and so on."""
        return self._client.download(_path("/v1/invoices/{}/documents/{}", invoice_id, kind))

    def pdf(self, invoice_id: str, language: Optional[str] = None) -> Download:
        """The human-readable invoice, in `language` or by default its country's."""
        return self._client.download(_path("/v1/invoices/{}/documents/pdf", invoice_id), {"language": language})

    def factur_x(self, invoice_id: str, language: Optional[str] = None) -> Download:
        """The PDF with the Cross Industry Invoice inside: Factur-X in France, ZUGFeRD in Germany."""
        return self._client.download(_path("/v1/invoices/{}/documents/factur-x", invoice_id), {"language": language})


class Received(_Resource):
    """What suppliers sent to companies that receive."""

    def list(self, **query: Any) -> Iterator[JSON]:
        """All received invoices, newest first."""
        return self._client.paginate("/v1/received", query)

    def get(self, received_id: str) -> JSON:
        """A received invoice, with its content as the JSON of a created one, losses and findings."""
        return self._client.get(_path("/v1/received/{}", received_id))["data"]

    def timeline(self, received_id: str) -> List[JSON]:
        """What happened to it, oldest first."""
        return self._client.get(_path("/v1/received/{}/events", received_id))["data"]

    def mark_as_read(self, received_id: str, idempotency_key: Optional[str] = None) -> JSON:
        """Marks it as read; a second time changes nothing."""
        return self._client.post(_path("/v1/received/{}/read", received_id), None, idempotency_key)["data"]

    def respond(
        self, received_id: str, body: Mapping[str, Any], idempotency_key: Optional[str] = None
    ) -> JSON:
        """Responds to the supplier, in one of the codes that the country has."""
        return self._client.post(_path("/v1/received/{}/responses", received_id), body, idempotency_key)["data"]

    def responses(self, received_id: str) -> List[JSON]:
        """The responses to the supplier, oldest first, with how far each is."""
        return self._client.get(_path("/v1/received/{}/responses", received_id))["data"]

    def documents(self, received_id: str) -> List[JSON]:
        """What can be downloaded: the document, the file around it, attachments."""
        return self._client.get(_path("/v1/received/{}/documents", received_id))["data"]

    def document(self, received_id: str, kind: str) -> Download:
        """A document, by its kind: `xml` byte for byte, `original`, `attachment-1` and so on."""
        return self._client.download(_path("/v1/received/{}/documents/{}", received_id, kind))

    def pdf(self, received_id: str, language: Optional[str] = None) -> Download:
        """The invoice for people, in `language` or by default that of the receiving company."""
        return self._client.download(_path("/v1/received/{}/documents/pdf", received_id), {"language": language})


class Companies(_Resource):
    """The companies that send invoices."""

    def create(self, body: Mapping[str, Any], idempotency_key: Optional[str] = None) -> JSON:
        """Creates a company."""
        return self._client.post("/v1/companies", body, idempotency_key)["data"]

    def get(self, company_id: str) -> JSON:
        """A company, including a deleted one."""
        return self._client.get(_path("/v1/companies/{}", company_id))["data"]

    def list(self, **query: Any) -> Iterator[JSON]:
        """All companies, oldest first."""
        return self._client.paginate("/v1/companies", query)

    def update(self, company_id: str, body: Mapping[str, Any]) -> JSON:
        """Changes the given fields; an address or contacts are replaced as a whole."""
        return self._client.patch(_path("/v1/companies/{}", company_id), body)["data"]

    def get_defaults(self, company_id: str) -> JSON:
        """What its invoices contain where they do not say it themselves."""
        return self._client.get(_path("/v1/companies/{}/defaults", company_id))["data"]

    def set_defaults(self, company_id: str, body: Mapping[str, Any]) -> JSON:
        """Sets these defaults as a whole."""
        return self._client.put(_path("/v1/companies/{}/defaults", company_id), body)["data"]

    def remove_defaults(self, company_id: str) -> JSON:
        """Removes these defaults."""
        return self._client.delete(_path("/v1/companies/{}/defaults", company_id))["data"]

    def get_receiving(self, company_id: str) -> JSON:
        """Whether it receives, and by which channels."""
        return self._client.get(_path("/v1/companies/{}/receiving", company_id))["data"]

    def set_receiving(self, company_id: str, body: Mapping[str, Any]) -> JSON:
        """Switches receiving on or off for it."""
        return self._client.put(_path("/v1/companies/{}/receiving", company_id), body)["data"]

    def get_logo(self, company_id: str) -> JSON:
        """Logo and colour of its invoices' pages."""
        return self._client.get(_path("/v1/companies/{}/logo", company_id))["data"]

    def set_logo(self, company_id: str, body: Mapping[str, Any]) -> JSON:
        """Sets logo and colour of the pages of its later invoices as a whole."""
        return self._client.put(_path("/v1/companies/{}/logo", company_id), body)["data"]

    def remove_logo(self, company_id: str) -> JSON:
        """Removes logo and colour of its later invoices."""
        return self._client.delete(_path("/v1/companies/{}/logo", company_id))["data"]

    def get_numbering(self, company_id: str) -> JSON:
        """Its number series, with the next number, which is not reserved."""
        return self._client.get(_path("/v1/companies/{}/numbering", company_id))["data"]

    def set_numbering(self, company_id: str, body: Mapping[str, Any]) -> JSON:
        """Sets its number series: its invoices get their numbers from it."""
        return self._client.put(_path("/v1/companies/{}/numbering", company_id), body)["data"]

    def remove_numbering(self, company_id: str) -> JSON:
        """Removes its number series."""
        return self._client.delete(_path("/v1/companies/{}/numbering", company_id))["data"]

    def delete(self, company_id: str) -> JSON:
        """Deletes a company; it accepts no new invoices afterwards."""
        return self._client.delete(_path("/v1/companies/{}", company_id))["data"]


class Connections(_Resource):
    """The connections of companies to governments."""

    def create(self, body: Mapping[str, Any], idempotency_key: Optional[str] = None) -> JSON:
        """Connects a company; returns the existing connection if there is one."""
        return self._client.post("/v1/connections", body, idempotency_key)["data"]

    def get(self, connection_id: str) -> JSON:
        """A connection."""
        return self._client.get(_path("/v1/connections/{}", connection_id))["data"]

    def list(self, **query: Any) -> Iterator[JSON]:
        """All connections, oldest first."""
        return self._client.paginate("/v1/connections", query)

    def set_credentials(self, connection_id: str, body: Mapping[str, Any]) -> JSON:
        """Stores the credentials that `setupInstructions` require. They are never shown again."""
        return self._client.put(_path("/v1/connections/{}/credentials", connection_id), body)["data"]

    def budget(self, connection_id: str) -> JSON:
        """How many calls to the government are left, and when the next invoice is sent."""
        return self._client.get(_path("/v1/connections/{}/budget", connection_id))["data"]

    def test(self, connection_id: str, idempotency_key: Optional[str] = None) -> JSON:
        """Whether the government accepts its credentials; no document is sent."""
        return self._client.post(_path("/v1/connections/{}/test", connection_id), None, idempotency_key)["data"]

    def participant(self, participant_id: str) -> JSON:
        """Whether a buyer receives invoices over Peppol, and which documents."""
        return self._client.get(_path("/v1/participants/{}", participant_id))["data"]

    def delete(self, connection_id: str) -> JSON:
        """Deletes a connection, with its tokens and certificates."""
        return self._client.delete(_path("/v1/connections/{}", connection_id))["data"]


class Webhooks(_Resource):
    """The webhook of the account and environment, and its deliveries."""

    def configure(
        self, url: str, events: Optional[List[str]] = None, idempotency_key: Optional[str] = None
    ) -> JSON:
        """Sets where events are sent. Only this answer shows the new `secret`."""
        body = {"url": url} if events is None else {"url": url, "events": events}
        return self._client.post("/v1/webhooks", body, idempotency_key)["data"]

    def get(self) -> JSON:
        """The configuration with a masked secret; all fields are None if there is none."""
        return self._client.get("/v1/webhooks")["data"]

    def delete(self) -> JSON:
        """Stops sending; pending deliveries are cancelled."""
        return self._client.delete("/v1/webhooks")["data"]

    def rotate_secret(self, idempotency_key: Optional[str] = None) -> JSON:
        """Creates a new secret, shown only in this answer; the previous one also signs for 24 hours."""
        return self._client.post("/v1/webhooks/rotate-secret", None, idempotency_key)["data"]

    def test(self, idempotency_key: Optional[str] = None) -> JSON:
        """Sends an event of the kind `webhook.test`."""
        return self._client.post("/v1/webhooks/test", None, idempotency_key)["data"]

    def replay(self, body: Mapping[str, Any], idempotency_key: Optional[str] = None) -> JSON:
        """Sends the events of a period again, at most 1,000; continue with `nextCursor`."""
        return self._client.post("/v1/webhooks/replay", body, idempotency_key)["data"]

    def deliveries(self, **query: Any) -> Iterator[JSON]:
        """All deliveries that match the query, newest first."""
        return self._client.paginate("/v1/webhooks/deliveries", query)

    def delivery(self, delivery_id: str) -> JSON:
        """A delivery with its attempts."""
        return self._client.get(_path("/v1/webhooks/deliveries/{}", delivery_id))["data"]

    def redeliver(self, delivery_id: str, idempotency_key: Optional[str] = None) -> JSON:
        """Sends one delivery again at once."""
        return self._client.post(_path("/v1/webhooks/deliveries/{}/redeliver", delivery_id), None, idempotency_key)["data"]


class Events(_Resource):
    """The feed of all events, for clients that poll or that were offline."""

    def pages(self, cursor: Optional[str] = None, **query: Any) -> Iterator[EventPage]:
        """The existing events, oldest first, from `cursor` on; ends with the last.

        Store the cursor of each page after processing its events, and begin there the next time:
        you miss no event and see none twice.
        """
        if cursor is not None:
            query["cursor"] = cursor
        for page in self._client._pages("/v1/events", query):
            # A page without events leaves the cursor where it was.
            if page["data"]:
                yield EventPage(page["data"], page["nextCursor"])


class ApiKeys(_Resource):
    """The account's API keys."""

    def create(self, body: Mapping[str, Any], idempotency_key: Optional[str] = None) -> JSON:
        """Creates a key. Only this answer shows the full key."""
        return self._client.post("/v1/api-keys", body, idempotency_key)["data"]

    def list(self, **query: Any) -> Iterator[JSON]:
        """All keys of both environments, oldest first."""
        return self._client.paginate("/v1/api-keys", query)

    def revoke(self, key_id: str) -> JSON:
        """Stops a key at once."""
        return self._client.delete(_path("/v1/api-keys/{}", key_id))["data"]


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, Union[str, Sequence[str]]],
    secret: str,
    tolerance: Optional[float] = 300,
    now: Optional[float] = None,
) -> JSON:
    """The event in a delivery, once its signature is verified.

    It verifies `webhook-signature`, which covers the time of the attempt too, and rejects a delivery
    sent more than `tolerance` seconds before or after `now` (Unix time; by default the clock's), so
    that an old delivery can't be replayed. With `tolerance=None` any time is accepted, and the
    `X-Service-Signature` headers alone are enough. One of several signatures must match, so that a
    secret can be rotated. Raises WebhookVerificationError.

    `body` is the raw request before any parsing, `headers` all of its headers, `secret` the whole
    secret, `whsec_...`, as it was shown when it was created.
    """
    if not isinstance(body, (bytes, str)):
        raise TypeError("body must be the raw text or bytes of the request, before any JSON parser")
    # Everyone knows an empty secret.
    if not isinstance(secret, str) or not secret:
        raise TypeError("secret must be the whole secret, whsec_...; it is empty")
    raw = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value if isinstance(value, str) else " ".join(value or ()) for name, value in headers.items()}
    delivery_id, timestamp = given.get("webhook-id"), given.get("webhook-timestamp")
    signature = given.get("webhook-signature")
    if tolerance is None and not signature:
        expected = "sha256=" + hmac.new(secret.encode(), raw, hashlib.sha256).hexdigest()
        _expect_match([given.get("x-service-signature"), given.get("x-service-signature-previous")], expected)
        return json.loads(raw)
    if not delivery_id or not timestamp or not signature:
        text = "the webhook does not have all of the headers webhook-id, webhook-timestamp and webhook-signature"
        raise WebhookVerificationError("missing_header", text)
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("timestamp_malformed", "the webhook-timestamp is not a Unix time")
    digest = hmac.new(_key_of(secret), _bytes(f"{delivery_id}.{timestamp}.") + raw, hashlib.sha256).digest()
    _expect_match(signature.split(" "), "v1," + base64.b64encode(digest).decode())
    age = (time.time() if now is None else now) - int(timestamp)
    if tolerance is None or abs(age) <= tolerance:
        return json.loads(raw)
    if age > 0:
        raise WebhookVerificationError("timestamp_too_old", f"the webhook was sent more than {tolerance:g} s ago")
    text = f"the webhook was sent more than {tolerance:g} s too early"
    raise WebhookVerificationError("timestamp_too_new", text)


def _key_of(secret: str) -> bytes:
    text = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    try:
        key = base64.b64decode(text)
    except ValueError:
        key = b""
    if len(key) < 16:
        raise TypeError("secret must be the whole secret, whsec_..., as it was shown")
    return key


def _bytes(text: str) -> bytes:
    """Frameworks return header bytes that are not text as lone surrogates."""
    return text.encode("utf-8", "surrogatepass")


def _expect_match(given: List[Optional[str]], expected: str) -> None:
    """The duration does not reveal how much of a signature matches."""
    if not any([hmac.compare_digest(_bytes(text or ""), expected.encode()) for text in given]):
        raise WebhookVerificationError("signature_mismatch", "the webhook signature does not match")


def verify_proof(proof: JSON, public_key: Optional[str] = None) -> ProofVerdict:
    """Verifies an invoice's proof offline: hashes, links, and that the seal's root covers the events.

    public_key: the operator's (PEM), obtained from another source; the seal must name it.
    The signature is not verified: see `ProofVerdict`. Never raises for any content of a proof.
    """
    try:
        failures = [*_event_failures(proof), *_seal_failures(proof, public_key)]
        all_sealed = bool(proof["seal"] and proof["events"] and all(event["sealed"] is True for event in proof["events"]))
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        return ProofVerdict(False, False, [f"the proof is malformed: {error!r}"])
    return ProofVerdict(not failures, all_sealed and not failures, failures)


def _event_failures(proof: JSON) -> Iterator[str]:
    stream = proof["stream"]
    if stream not in (f"liveInvoice-{proof['invoiceId']}", f"testInvoice-{proof['invoiceId']}"):
        yield f"{stream} is not the stream of the events of {proof['invoiceId']}"
    previous = "0" * 64
    for place, event in enumerate(proof["events"]):
        recorded = json.loads(event["content"], object_pairs_hook=_each_name_once)
        metadata = recorded["metadata"]
        shown = (event["revision"], event["type"], event["occurredAt"], event["prevHash"])
        if recorded["stream"] != stream or event["revision"] != place:
            yield f"event {place}: it belongs to another place or invoice"
        if shown != (recorded["revision"], recorded["type"], metadata["occurredAt"], metadata["prevHash"]):
            yield f"event {place}: its description differs from the recorded content"
        if event["prevHash"] != previous:
            yield f"event {place}: it was not recorded after the previous event"
        if hashlib.sha256((event["prevHash"] + event["content"]).encode()).hexdigest() != event["hash"]:
            yield f"event {place}: it was changed after it was recorded"
        previous = event["hash"]


def _each_name_once(pairs: List[Tuple[str, Any]]) -> JSON:
    """Rejects repeated names: other programs could read the other value."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("the content of an event contains a name twice")
    return dict(pairs)


def _seal_failures(proof: JSON, public_key: Optional[str]) -> Iterator[str]:
    seal = proof["seal"]
    if not seal:
        if any(event["sealed"] for event in proof["events"]):
            yield "events are marked as sealed, but there is no seal"
        return
    key = _der_of(seal["publicKey"])
    if hashlib.sha256(key).hexdigest()[:16] != seal["keyId"]:
        yield "the seal names another key than the one that it contains"
    if public_key is not None and _der_of(public_key) != key:
        yield f"the seal is signed with the key {seal['keyId']}, not with the given one"
    for event in proof["events"]:
        if event["sealed"] and not _is_included(event, seal["size"], seal["root"]):
            yield f"event {event['revision']}: the seal does not cover it"


def _is_included(event: JSON, size: int, root: str) -> bool:
    """RFC 9162, 2.1.3.2."""
    at, last = event["leafIndex"], size - 1
    if type(at) is not int or type(last) is not int or not 0 <= at <= last:
        return False
    if not all(re.fullmatch("[0-9a-f]{64}", each) for each in (event["hash"], root, *event["path"])):
        return False
    computed = hashlib.sha256(b"\x00" + bytes.fromhex(event["hash"])).digest()
    for sibling in map(bytes.fromhex, event["path"]):
        if last == 0:
            return False
        if at % 2 or at == last:
            computed = hashlib.sha256(b"\x01" + sibling + computed).digest()
            while at % 2 == 0 and at:
                at, last = at >> 1, last >> 1
        else:
            computed = hashlib.sha256(b"\x01" + computed + sibling).digest()
        at, last = at >> 1, last >> 1
    return last == 0 and computed.hex() == root


def _der_of(pem: str) -> bytes:
    found = re.fullmatch(r"\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*", pem)
    if not found:
        raise ValueError("a public key (PEM) is needed")
    return base64.b64decode("".join(found[1].split()), validate=True)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, which could send the key to another host. Ignores even its address."""

    def http_error_302(self, *_: Any) -> None:
        return None

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


class _TimedReader(io.RawIOBase):
    """Reads from a socket until a deadline; the socket's own timeout restarts with each byte."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        super().__init__()
        self._connection = connection
        self._raw = connection.makefile("rb", buffering=0)
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        self._connection.settimeout(left)
        return self._raw.readinto(buffer)  # type: ignore[attr-defined]

    def close(self) -> None:
        self._raw.close()
        super().close()


def _timed(kind: Any) -> Any:
    """Connections of this kind whose `timeout` covers the whole answer, head and body."""

    class Connection(kind):  # type: ignore[misc]
        def __init__(self, host: str, **options: Any) -> None:
            super().__init__(host, **options)
            deadline = time.monotonic() + self.timeout

            def response(connection: socket.socket, **sent: Any) -> http.client.HTTPResponse:
                made = http.client.HTTPResponse(connection, **sent)
                made.fp.close()
                made.fp = io.BufferedReader(_TimedReader(connection, deadline))
                return made

            self.response_class = response

    return Connection


_HTTPConnection = _timed(http.client.HTTPConnection)
_HTTPSConnection = _timed(http.client.HTTPSConnection)


class _HTTPHandler(urllib.request.HTTPHandler):
    def http_open(self, request: urllib.request.Request) -> Any:
        return self.do_open(_HTTPConnection, request)


class _HTTPSHandler(urllib.request.HTTPSHandler):
    def __init__(self, context: ssl.SSLContext) -> None:
        super().__init__(context=context)
        self._ssl_context = context

    def https_open(self, request: urllib.request.Request) -> Any:
        return self.do_open(_HTTPSConnection, request, context=self._ssl_context)


def _parts_of(base_url: str) -> Optional[urllib.parse.SplitResult]:
    """None: no connection could be made to it, or no request sent."""
    try:
        parts = urllib.parse.urlsplit(base_url)
        # Both are rejected here rather than within a request, whose frames contain the key.
        _ = parts.port, (parts.hostname or "").encode("idna")
    except ValueError:
        return None
    return parts if re.fullmatch(r"[!-~]+", base_url) else None


def _path(template: str, *values: str) -> str:
    for value in values:
        if not isinstance(value, str) or not value:
            raise ValueError("an id must be a non-empty text")
    return template.format(*(urllib.parse.quote(value, safe="") for value in values))


def _parameter(value: Any) -> str:
    """The value as the service reads it: `true`, not Python's `True`."""
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _is_creation(path: str) -> bool:
    return path in ("/v1/invoices", "/v1/invoices/batch")


def _never_connected(cause: Exception) -> bool:
    """Errors before a connection is made, so that nothing can have arrived."""
    if isinstance(cause, (ConnectionRefusedError, socket.gaierror, ssl.SSLCertVerificationError)):
        return True
    return isinstance(cause, OSError) and cause.errno in (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN)


def _pause(retry: int, retry_after: Optional[str]) -> float:
    """In seconds. Clients that were refused at the same time retry at different times."""
    seconds = None if retry_after is None else _seconds_of(retry_after)
    if seconds is None:
        return 0.25 * 2**retry * (1 + random.random())
    return seconds + random.random() * min(seconds / 10, 1)


def _seconds_of(retry_after: str) -> Optional[float]:
    """`Retry-After`: seconds, or a date (RFC 9110, 10.2.3). None: neither."""
    if re.fullmatch(r"[0-9]{1,9}", retry_after):
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None


def _filename_of(disposition: str) -> str:
    """The file name in the service's Content-Disposition (RFC 6266), made safe to save under."""
    found = re.search(r"filename(?:\*=UTF-8''([^;]*)|=\"([^\"]*)\")", disposition, re.IGNORECASE)
    encoded, quoted = found.groups() if found else (None, None)
    name = urllib.parse.unquote(encoded) if encoded is not None else quoted or ""
    safe = re.sub(r"[\x00-\x1f\x7f-\x9f]", "", re.split(r"[/\\]", name)[-1])
    return "document" if safe in ("", ".", "..") else safe


def _encoded(value: Any) -> str:
    """JSON in which a Decimal is written exactly; `json` supports only floats."""
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError("JSON has no number for a Decimal that is not finite")
        # A short number is written without an exponent.
        return format(value, "f") if abs(value.adjusted()) < 40 and value.as_tuple().exponent > -40 else str(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{_name(name)}:{_encoded(each)}" for name, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(_encoded, value)) + "]"
    return json.dumps(value, allow_nan=False)


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"the name of a field must be a text, not {type(name).__name__}")
    return json.dumps(name)
