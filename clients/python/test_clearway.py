"""Tests of clearway.py against a server on real sockets: python3 -m unittest, in this folder."""

import base64
import contextlib
import hashlib
import hmac
import json
import socket
import threading
import time
import traceback
import unittest
from decimal import Decimal
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import clearway
from clearway import (
    Clearway,
    ClearwayError,
    ClearwayNetworkError,
    ClearwayResponseError,
    ClearwayTimeoutError,
    WebhookVerificationError,
    verify_proof,
    verify_webhook,
)

KEY = "sk_test_0123456789abcdefghijABCDEFGHIJ0123456789"


class Request:
    def __init__(self, handler, body):
        self.handler = handler
        self.method = handler.command
        self.path = handler.path
        self.headers = {name.lower(): value for name, value in handler.headers.items()}
        self.body = body

    def answer(self, status, body=b"", **headers):
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        if isinstance(body, dict):
            headers.setdefault("content_type", "application/json")
        self.handler.send_response(status)
        self.handler.send_header("Content-Length", headers.pop("content_length", str(len(raw))))
        for name, value in headers.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.end_headers()
        self.handler.wfile.write(raw)

    def cut(self):
        self.handler.close_connection = True
        self.handler.connection.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def facing(*answers, **options):
    """A client of a server that returns these answers in turn and repeats the last one."""
    requests = []

    class Handler(BaseHTTPRequestHandler):
        def handle_all(self):
            request = Request(self, self.rfile.read(int(self.headers.get("Content-Length") or 0)))
            requests.append(request)
            # The client may have disconnected before the answer.
            with contextlib.suppress(OSError):
                answers[min(len(requests), len(answers)) - 1](request)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_all

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Clearway(KEY, f"http://127.0.0.1:{server.server_port}", **options), requests
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def data(value, status=200):
    return lambda request: request.answer(status, {"data": value})


def away(status=503, after="0"):
    body = {"error": {"type": "server_error", "message": "away", "requestId": "req_1"}}
    return lambda request: request.answer(status, body, retry_after=after)


class Requests(unittest.TestCase):
    def test_says_who_it_is_and_never_its_key(self):
        with facing(data([])) as (client, requests):
            self.assertEqual(client.get("/v1/companies"), {"data": []})
            self.assertRegex(requests[0].headers["user-agent"], f"^clearway-python/{clearway.__version__} python/3")
            self.assertEqual(requests[0].headers["authorization"], f"Bearer {KEY}")
            self.assertNotIn(KEY, repr(client) + str(client))

    def test_an_invoice_is_sent_under_one_key_in_all_attempts(self):
        with facing(away(), lambda request: request.cut(), data({"id": "inv_1"}, 201)) as (client, requests):
            self.assertEqual(client.invoices.create({"country": "RO"}), {"id": "inv_1"})
            keys = [request.headers["x-idempotency-key"] for request in requests]
            self.assertRegex(keys[0], "^[0-9a-f-]{36}$")
            self.assertEqual(keys, [keys[0]] * 3)
            self.assertEqual({request.body for request in requests}, {b'{"country":"RO"}'})
        with facing(data({"id": "inv_1"}, 201)) as (client, requests):
            client.invoices.create({}, idempotency_key="order-1")
            self.assertEqual(requests[0].headers["x-idempotency-key"], "order-1")

    def test_each_line_of_a_batch_is_sent_under_one_key(self):
        results = [{"line": 1, "status": 201, "data": {"id": "inv_1"}}, {"line": 2, "status": 400, "error": {}}]
        body = "".join(json.dumps(each) + "\n" for each in results).encode()

        def answer(request):
            request.answer(200, body, content_type="application/x-ndjson")

        with facing(away(), answer) as (client, requests):
            self.assertEqual(client.invoices.create_batch([{"a": Decimal("1.10")}, {"idempotencyKey": "k"}]), results)
            self.assertEqual([request.body for request in requests], [b'{"a":1.10}\n{"idempotencyKey":"k"}'] * 2)
            self.assertEqual(requests[1].headers["content-type"], "application/x-ndjson")
            keys = {request.headers["x-idempotency-key"] for request in requests}
            self.assertRegex(keys.pop(), "^[0-9a-f-]{36}$")
            self.assertEqual(keys, set())
        with facing(answer) as (client, requests):
            client.invoices.create_batch([{}], idempotency_key="night", validate=True)
            self.assertEqual(requests[0].path, "/v1/invoices/batch?validate=true")
            self.assertEqual(requests[0].headers["x-idempotency-key"], "night")

    def test_a_document_is_sent_unchanged_under_one_key(self):
        xml = "\ufeff<Invoice>ș</Invoice>".encode("utf-16")
        with facing(away(), data({"id": "inv_1"}, 201)) as (client, requests):
            self.assertEqual(client.invoices.create_from_xml(xml, country="BE"), {"id": "inv_1"})
            self.assertEqual([request.body for request in requests], [xml, xml])
            self.assertEqual(requests[1].path, "/v1/invoices?country=BE")
            self.assertEqual(requests[1].headers["content-type"], "application/xml")
            self.assertEqual(len({request.headers["x-idempotency-key"] for request in requests}), 1)

    def test_a_conversion_accepts_json_and_xml_and_is_repeated(self):
        answer = {"format": "cii", "document": "<x/>", "losses": []}
        with facing(away(), data(answer), data(answer)) as (client, requests):
            self.assertEqual(client.invoices.convert({"country": "RO"}, "cii"), answer)
            self.assertEqual(client.invoices.convert(b"<Invoice/>", "ubl", country="DE", lossless=True), answer)
            self.assertEqual([request.path for request in requests[1:]], ["/v1/convert?to=cii", "/v1/convert?to=ubl&country=DE&lossless=true"])
            self.assertEqual(requests[2].body, b"<Invoice/>")

    def test_a_request_with_a_key_is_repeated(self):
        with facing(away(), data({"id": "comp_1"}, 201)) as (client, requests):
            self.assertEqual(client.companies.create({}, idempotency_key="c-1"), {"id": "comp_1"})
            self.assertEqual([request.headers["x-idempotency-key"] for request in requests], ["c-1", "c-1"])

    def test_an_unsafe_request_is_not_repeated(self):
        with facing(away()) as (client, requests):
            with self.assertRaises(ClearwayError) as caught:
                client.companies.create({"name": "A"})
            self.assertEqual((caught.exception.status, caught.exception.type), (503, "server_error"))
            self.assertEqual(len(requests), 1)

    def test_retries_end(self):
        with facing(away(), max_retries=1) as (client, requests):
            self.assertRaises(ClearwayError, client.invoices.get, "inv_1")
            self.assertEqual(len(requests), 2)
        with facing(away(429, formatdate(0)), away(429, "86400")) as (client, requests):
            begun = time.monotonic()
            self.assertRaises(ClearwayError, client.invoices.get, "inv_1")
            self.assertLess(time.monotonic() - begun, 10)
            self.assertEqual(len(requests), 2, "no client waits for a day")

    def test_a_decimal_is_sent_exactly(self):
        with facing(data({})) as (client, requests):
            amounts = ["150.50", "0.1", "1E+2", "-0.00", "12345678901234567890.123456789", "1E-7", "1E+9999"]
            written = {"amounts": [Decimal(text) for text in amounts], "text": "ă\"", "yes": True, "none": None}
            client.put("/v1/x", written)
            self.assertIn(b"[150.50,0.1,100,-0.00,12345678901234567890.123456789,0.0000001,1E+9999]", requests[0].body)
            read = json.loads(requests[0].body, parse_float=Decimal, parse_int=Decimal)
            self.assertEqual(read, written)
            for wrong in (Decimal("NaN"), float("inf")):
                self.assertRaises(ValueError, client.put, "/v1/x", {"amount": wrong})
            self.assertRaises(TypeError, client.put, "/v1/x", {1: 2})

    def test_lists_are_read_page_after_page(self):
        def page(ids, cursor):
            entries = [{"id": each} for each in ids]
            return lambda request: request.answer(
                200, {"data": entries, "hasMore": cursor is not None, "nextCursor": cursor}
            )

        with facing(page("ab", "two"), page("c", None)) as (client, requests):
            self.assertEqual([each["id"] for each in client.invoices.list(status="error", limit=2)], ["a", "b", "c"])
            self.assertEqual(requests[1].path, "/v1/invoices?status=error&limit=2&cursor=two")
        with facing(page("a", "x")) as (client, _):
            self.assertRaisesRegex(ClearwayResponseError, "without a next one", list, client.companies.list())

    def test_the_feed_returns_the_cursor_to_continue_from(self):
        def feed(count, more, cursor):
            return lambda request: request.answer(200, {"data": [{}] * count, "hasMore": more, "nextCursor": cursor})

        with facing(feed(2, True, "c2"), feed(1, False, "c3"), feed(0, False, "c3")) as (client, requests):
            pages = [(len(page.events), page.cursor) for page in client.events.pages("c0", types="invoice.accepted")]
            self.assertEqual(pages, [(2, "c2"), (1, "c3")])
            self.assertEqual(list(client.events.pages("c3")), [])
            self.assertEqual(requests[0].path, "/v1/events?types=invoice.accepted&cursor=c0")

    def test_a_download_has_a_name_that_is_safe_to_save_under(self):
        names = {
            "attachment; filename*=UTF-8''M%C3%A4rz%20%28a%29.pdf": "März (a).pdf",
            'attachment; filename="inv_1.pdf"': "inv_1.pdf",
            "attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpass%0Awd": "passwd",
            "attachment; filename*=UTF-8''..%5C..%5Cx": "x",
            "attachment; filename*=UTF-8''..": "document",
            "attachment": "document",
        }
        for disposition, name in names.items():
            def pdf(request, disposition=disposition):
                request.answer(200, b"\x00\xff", content_type="application/pdf", content_disposition=disposition)

            with facing(pdf) as (client, requests):
                self.assertEqual(client.invoices.document("inv_1", "a/b"), (b"\x00\xff", "application/pdf", name))
                self.assertEqual(requests[0].path, "/v1/invoices/inv_1/documents/a%2Fb")

    def test_a_parameter_is_written_as_the_service_reads_it(self):
        with facing(data([])) as (client, requests):
            client.get("/v1/companies", {"active": True, "limit": 5, "name": "a b", "cursor": None})
            self.assertEqual(requests[0].path, "/v1/companies?active=true&limit=5&name=a+b")

    def test_waiting_for_the_decision(self):
        states = [data({"status": status}) for status in ("created", "submitted", "rejected")]
        with facing(*states) as (client, requests):
            self.assertEqual(client.invoices.wait_until_decided("inv_1"), {"status": "rejected"})
            self.assertEqual(len(requests), 3)
        with facing(states[1]) as (client, _):
            with self.assertRaisesRegex(ClearwayTimeoutError, "still submitted"):
                client.invoices.wait_until_decided("inv_1", within=0.01)

    def test_a_wait_survives_an_outage_and_can_be_repeated(self):
        def away(request):
            request.answer(503, {"error": {"type": "internal_error", "message": "Starting"}})

        submitted, accepted = data({"status": "submitted"}), data({"status": "accepted"})
        with facing(submitted, away, accepted, max_retries=0) as (client, requests):
            self.assertEqual(client.invoices.wait_until_decided("inv_1"), {"status": "accepted"})
            self.assertEqual(client.invoices.wait_until_decided("inv_1"), {"status": "accepted"})
            self.assertEqual([request.method for request in requests], ["GET"] * 4)

    def test_an_older_state_is_no_answer(self):
        old = data({"status": "error", "updatedAt": "2026-03-31T09:30:00.000Z"})
        new = data({"status": "accepted", "updatedAt": "2026-03-31T09:30:02.000Z"})
        retried = {"id": "inv_1", "status": "created", "updatedAt": "2026-03-31T09:30:01.000Z"}
        with facing(old, new) as (client, _):
            self.assertEqual(client.invoices.wait_until_decided(retried)["status"], "accepted")

    def test_waiting_for_an_invoice_that_is_not_shown_yet(self):
        def unknown(request):
            request.answer(404, {"error": {"type": "not_found", "message": "No such invoice"}})

        with facing(unknown, unknown, data({"status": "accepted"})) as (client, requests):
            self.assertEqual(client.invoices.wait_until_decided("inv_1"), {"status": "accepted"})
            self.assertEqual(len(requests), 3)
        with facing(unknown) as (client, requests):
            begun = time.monotonic()
            with self.assertRaisesRegex(ClearwayError, "No such invoice"):
                client.invoices.wait_until_decided("inv_1", within=0.3)
            self.assertLess(time.monotonic() - begun, 10)
            self.assertGreater(len(requests), 1)

        def refused(request):
            request.answer(401, {"error": {"type": "authentication_error", "message": "No such key"}})

        with facing(refused) as (client, requests):
            with self.assertRaisesRegex(ClearwayError, "No such key"):
                client.invoices.wait_until_decided("inv_1")
            self.assertEqual(len(requests), 1)


class Faults(unittest.TestCase):
    def failure(self, kind, call, *args, **named):
        """The error of the call; checks that no printed form of it contains the key."""
        try:
            call(*args, **named)
        except kind as error:
            printed = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
            self.assertNotIn(KEY, printed.replace(f"KEY = '{KEY}'", ""))
            self.assertNotIn(KEY, repr(error) + str(vars(error)))
            return error
        return self.fail(f"no {kind.__name__}")

    def test_an_error_contains_the_fields_of_the_answer(self):
        details = [{"path": "lines", "message": "is required"}]
        error = {"type": "validation_error", "message": "no", "details": details, "requestId": "req_1"}
        with facing(lambda request: request.answer(400, {"error": error})) as (client, _):
            failure = self.failure(ClearwayError, client.invoices.create, {})
            self.assertEqual((failure.status, failure.type, str(failure)), (400, "validation_error", "no"))
            self.assertEqual((failure.details, failure.request_id), (details, "req_1"))

    def test_an_answer_that_does_not_come_in_time(self):
        ended = threading.Event()
        with facing(lambda _: ended.wait(30), timeout=0.05, max_retries=1) as (client, requests):
            failure = self.failure(ClearwayTimeoutError, client.invoices.create, {}, "order-1")
            self.assertRegex(str(failure), r"^POST http://127.0.0.1:\d+/v1/invoices: no answer within 0.05 s, 2 attempts$")
            self.assertEqual((failure.may_have_arrived, failure.idempotency_key), (True, "order-1"))
            # On a busy machine they reach the server after their time limit.
            deadline = time.monotonic() + 30
            while len(requests) < 2 and time.monotonic() < deadline:
                ended.wait(0.01)
            self.assertEqual(len(requests), 2)
            ended.set()

    def test_the_time_covers_a_body_that_drips(self):
        def drip(request):
            request.handler.send_response(200)
            request.handler.end_headers()
            # Ends when the client has disconnected.
            while True:
                request.handler.wfile.write(b" ")
                ended.wait(0.01)

        ended = threading.Event()
        with facing(drip, timeout=0.1, max_retries=0) as (client, _):
            self.failure(ClearwayTimeoutError, client.invoices.get, "inv_1")

    def test_the_time_covers_a_head_that_drips(self):
        def drip(request):
            # Ends when the client has disconnected.
            for number in range(200):
                request.handler.wfile.write(b"HTTP/1.1 200 OK\r\n" if number == 0 else b"X-Drip: 1\r\n")
                ended.wait(0.01)

        ended = threading.Event()
        with facing(drip, timeout=0.2, max_retries=0) as (client, _):
            begun = time.monotonic()
            self.failure(ClearwayTimeoutError, client.invoices.get, "inv_1")
            self.assertLess(time.monotonic() - begun, 0.6)

    def test_the_time_of_an_attempt_does_not_restart_with_its_body(self):
        def stall(request):
            ended.wait(0.4)
            request.handler.send_response(200)
            request.handler.end_headers()
            request.handler.wfile.write(b"{")
            ended.wait(5)

        ended = threading.Event()
        with facing(stall, timeout=0.5, max_retries=0) as (client, _):
            begun = time.monotonic()
            self.failure(ClearwayTimeoutError, client.invoices.get, "inv_1")
            self.assertLess(time.monotonic() - begun, 0.8)
            ended.set()

    def test_a_connection_that_can_not_be_made_has_sent_nothing(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            client = Clearway(KEY, f"http://127.0.0.1:{unused.getsockname()[1]}", max_retries=1)
            failure = self.failure(ClearwayNetworkError, client.invoices.create, {})
            self.assertIs(failure.may_have_arrived, False)
            self.assertRegex(failure.idempotency_key, "^[0-9a-f-]{36}$")
            self.assertIsInstance(failure.__cause__, ConnectionRefusedError)

    def test_a_connection_that_breaks_may_have_done_its_work(self):
        with facing(lambda request: request.cut()) as (client, requests):
            failure = self.failure(ClearwayNetworkError, client.companies.create, {})
            self.assertEqual((failure.may_have_arrived, failure.idempotency_key), (True, None))
            self.assertEqual(len(requests), 1, "it might create a second company")
        half = [lambda request: request.answer(200, b'{"data', content_length="100"), data({"id": "inv_1"})]
        with facing(*half) as (client, requests):
            self.assertEqual(client.invoices.get("inv_1"), {"id": "inv_1"})
            self.assertEqual(len(requests), 2)

    def test_an_answer_from_another_source(self):
        page = b"<html>\n<h1>502 Bad\tGateway</h1>" + b"x" * 100_000

        def html(status):
            return lambda request: request.answer(status, page, content_type="text/html", retry_after="0")

        with facing(html(502)) as (client, requests):
            failure = self.failure(ClearwayResponseError, client.invoices.get, "inv_1")
            self.assertEqual((failure.status, failure.media_type), (502, "text/html"))
            self.assertEqual(failure.excerpt, "<html> <h1>502 Bad Gateway</h1>" + "x" * 169)
            self.assertEqual(len(requests), 3)
        with facing(html(200)) as (client, _):
            self.failure(ClearwayResponseError, client.invoices.pdf, "inv_1")
        others = [html(200), lambda r: r.answer(200), lambda r: r.answer(200, b"[]"), lambda r: r.answer(400, b"{}")]
        others.append(lambda r: r.answer(200, b"[" * 100_000))
        others.append(lambda r: r.answer(400, {"error": {"type": "x", "message": "y", "details": 5}}))
        others.append(lambda r: r.answer(302, location="http://["))
        others.append(lambda r: r.answer(200, b"<html>", content_length="\u00b2"))
        for other in others:
            with facing(other) as (client, _):
                self.failure(ClearwayResponseError, client.invoices.get, "inv_1")

    def test_a_redirect_is_not_followed_so_that_no_other_host_gets_the_key(self):
        with facing(data({})) as (other, others):
            for status in (301, 302, 307, 308):
                target = repr(other).split("'")[1] + "/v1/invoices/inv_1"
                with facing(lambda request, to=target, status=status: request.answer(status, location=to)) as (client, _):
                    failure = self.failure(ClearwayResponseError, client.invoices.get, "inv_1")
                    self.assertEqual(failure.status, status)
                    self.assertIn(f"redirect to {target}, which is not followed", str(failure))
            self.assertEqual(others, [])

    def test_invalid_options_are_rejected_without_quoting_secrets(self):
        good = {"api_key": "sk_test_x", "base_url": "https://api.example"}
        for wrong in (
            {"api_key": ""},
            {"api_key": "sk_test_secret\n"},
            {"base_url": "api.example"},
            {"base_url": "file:///secret"},
            {"base_url": "https://me:secret@api.example"},
            {"base_url": "https://api.example:secret"},
            {"base_url": "https://secret..example"},
            {"base_url": "https://api.example/\u00fc"},
            {"base_url": "https://api example"},
            {"base_url": "https://[::secret"},
            {"timeout": 0},
            {"max_retries": -1},
        ):
            with self.assertRaises(ValueError) as caught:
                Clearway(**{**good, **wrong})
            self.assertIn(next(iter(wrong)), str(caught.exception))
            self.assertNotIn("secret", str(caught.exception))
        client = Clearway(**good)
        self.assertRaisesRegex(ValueError, "path", client.get, "@attacker.example/v1/invoices")
        self.assertRaisesRegex(ValueError, "idempotency_key", client.invoices.create, {}, "a\r\nX: y")
        self.assertRaisesRegex(ValueError, "id must", client.invoices.get, "")


class Webhooks(unittest.TestCase):
    body = json.dumps({"id": "evt_1", "type": "invoice.accepted", "data": {"govId": "ăé5"}}).encode()
    sent = 1_774_949_400
    secret, before, other = ("whsec_" + base64.b64encode(bytes([byte]) * 32).decode() for byte in (1, 2, 3))

    def signed(self, *secrets):
        signatures = []
        for secret in secrets:
            text = f"dlv_1.{self.sent}.".encode() + self.body
            digest = hmac.new(base64.b64decode(secret[6:]), text, hashlib.sha256).digest()
            signatures.append("v1," + base64.b64encode(digest).decode())
        service = [hmac.new(secret.encode(), self.body, hashlib.sha256).hexdigest() for secret in secrets]
        return {
            "Webhook-Id": "dlv_1",
            "webhook-timestamp": str(self.sent),
            "webhook-signature": " ".join(signatures),
            "X-Service-Signature": f"sha256={service[0]}",
            "X-Service-Signature-Previous": f"sha256={service[-1]}",
        }

    def verdict(self, headers, secret=None, body=None, **options):
        try:
            return verify_webhook(self.body if body is None else body, headers, secret or self.secret, **options)["id"]
        except WebhookVerificationError as error:
            return error.reason

    def test_a_delivery_is_accepted_for_five_minutes(self):
        headers, now = self.signed(self.secret, self.before), self.sent + 10
        self.assertEqual(self.verdict(headers, now=now), "evt_1")
        self.assertEqual(self.verdict(headers, body=self.body.decode(), now=now), "evt_1")
        self.assertEqual(self.verdict(headers, self.before, now=now), "evt_1")
        self.assertEqual(self.verdict(headers, self.other, now=now), "signature_mismatch")
        self.assertEqual(self.verdict(headers, body=self.body + b" ", now=now), "signature_mismatch")
        self.assertEqual(self.verdict({**headers, "Webhook-Id": "dlv_2"}, now=now), "signature_mismatch")
        self.assertEqual(self.verdict({**headers, "webhook-signature": "v1,é"}, now=now), "signature_mismatch")
        self.assertEqual(self.verdict(headers, now=self.sent + 300), "evt_1")
        self.assertEqual(self.verdict(headers, now=self.sent + 301), "timestamp_too_old")
        self.assertEqual(self.verdict(headers, now=self.sent - 301), "timestamp_too_new")
        self.assertEqual(self.verdict(headers), "timestamp_too_old")
        self.assertEqual(self.verdict(headers, now=self.sent + 301, tolerance=400), "evt_1")
        self.assertEqual(self.verdict(headers, tolerance=None), "evt_1")
        later = {**headers, "webhook-timestamp": str(self.sent + 3600)}
        self.assertEqual(self.verdict(later, now=self.sent + 3600), "signature_mismatch")
        self.assertEqual(self.verdict({**headers, "webhook-timestamp": "soon"}, now=now), "timestamp_malformed")
        self.assertNotEqual(self.verdict(headers, now=self.sent + 301, tolerance=float("nan")), "evt_1")

    def test_headers_of_frameworks_are_accepted(self):
        headers, now = self.signed(self.secret, self.before), self.sent + 10
        self.assertEqual(self.verdict({name: [value] for name, value in headers.items()}, now=now), "evt_1")
        two = {**headers, "webhook-signature": headers["webhook-signature"].split(" ")}
        self.assertEqual(self.verdict(two, self.before, now=now), "evt_1")
        self.assertEqual(self.verdict({**headers, "webhook-signature": None}, now=now), "missing_header")
        # Bytes that are not UTF-8, as some frameworks return them.
        for name in ("Webhook-Id", "webhook-signature"):
            self.assertEqual(self.verdict({**headers, name: "\udce9"}, now=now), "signature_mismatch")

    def test_the_other_signature_does_not_cover_the_time(self):
        headers = {name: value for name, value in self.signed(self.secret, self.before).items() if name[0] == "X"}
        self.assertEqual(self.verdict(headers, now=self.sent), "missing_header")
        self.assertEqual(self.verdict(headers, tolerance=None), "evt_1")
        self.assertEqual(self.verdict(headers, self.before, tolerance=None), "evt_1")
        self.assertEqual(self.verdict(headers, self.other, tolerance=None), "signature_mismatch")
        self.assertEqual(self.verdict({}, tolerance=None), "signature_mismatch")

    def test_a_wrong_call_is_not_a_wrong_delivery(self):
        headers = self.signed(self.secret)
        for secret in ("", "whsec_", "whsec_YWJj", None):
            self.assertRaises(TypeError, verify_webhook, self.body, headers, secret)
        self.assertRaises(TypeError, verify_webhook, {}, headers, self.secret)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


class Proofs(unittest.TestCase):
    """A tree of three leaves: another event, and the two of the invoice."""

    def setUp(self):
        stream, previous, events = "liveInvoice-inv_1", "0" * 64, []
        for revision, kind in enumerate(("InvoiceCreated", "InvoiceAccepted")):
            at = f"2026-03-31T09:30:0{revision}.000Z"
            metadata = {"occurredAt": at, "prevHash": previous}
            content = json.dumps({"data": {"name": "Łódź"}, "metadata": metadata, "revision": revision, "stream": stream, "type": kind})
            digest = sha256(previous.encode(), content.encode()).hex()
            event = {"revision": revision, "type": kind, "occurredAt": at, "prevHash": previous, "hash": digest}
            events.append({**event, "content": content, "sealed": True, "leafIndex": revision + 1})
            previous = digest
        other, first, second = (sha256(b"\0", each) for each in (bytes(32), *(bytes.fromhex(e["hash"]) for e in events)))
        left = sha256(b"\1", other, first)
        events[0]["path"], events[1]["path"] = [other.hex(), second.hex()], [left.hex()]
        key = b"a public key, DER"
        self.pem = self.pem_of(key)
        seal = {"size": 3, "root": sha256(b"\1", left, second).hex(), "keyId": sha256(key).hex()[:16], "publicKey": self.pem}
        self.proof = {"invoiceId": "inv_1", "stream": stream, "seal": seal, "events": events}

    @staticmethod
    def pem_of(key):
        return f"-----BEGIN PUBLIC KEY-----\n{base64.b64encode(key).decode()}\n-----END PUBLIC KEY-----\n"

    def changed(self, *path, to):
        copy = json.loads(json.dumps(self.proof))
        holder = copy
        for name in path[:-1]:
            holder = holder[name]
        holder[path[-1]] = to
        return copy

    def test_a_proof_is_valid_and_its_signature_is_not_checked(self):
        self.assertEqual(verify_proof(self.proof), (True, True, [], False))
        self.assertTrue(verify_proof(self.proof, self.pem).sealed)

    def test_every_change_fails(self):
        changes = [
            (("events", 0, "content"), self.proof["events"][0]["content"].replace("Created", "created")),
            (("events", 1, "hash"), "ab" * 32),
            (("events", 1, "prevHash"), "0" * 64),
            (("events", 0, "leafIndex"), 2),
            (("events", 0, "leafIndex"), None),
            (("events", 0, "path"), []),
            (("events", 0, "type"), "InvoiceRejected"),
            (("seal", "root"), "ab" * 32),
            (("seal", "size"), 1),
            (("seal", "keyId"), "0" * 16),
            (("seal",), None),
            (("events",), self.proof["events"][1:]),
            (("stream",), "liveInvoice-inv_2"),
            (("seal", "publicKey"), "nothing"),
            (("events", 0), "nothing"),
        ]
        for path, to in changes:
            with self.subTest(path=path, to=to):
                verdict = verify_proof(self.changed(*path, to=to))
                self.assertFalse(verdict.valid)
                self.assertFalse(verdict.sealed)
                self.assertTrue(verdict.failures)
        self.assertFalse(verify_proof(self.proof, self.pem_of(b"another key")).valid)

    def test_hostile_content_fails_and_raises_nothing(self):
        first = self.proof["events"][0]
        for content in (first["content"].replace("{", '{"type":"InvoiceRejected",', 1), "[" * 100_000 + "]" * 100_000, "1"):
            with self.subTest(content=content[:40]):
                digest = hashlib.sha256((first["prevHash"] + content).encode()).hexdigest()
                event = {**first, "content": content, "hash": digest, "sealed": False}
                self.assertFalse(verify_proof({**self.proof, "events": [event]}).valid)
        self.assertFalse(verify_proof(None).valid)
        self.assertFalse(verify_proof(self.changed("events", 0, "leafIndex", to=False)).valid)

    def test_events_that_are_not_sealed_are_linked(self):
        proof = self.changed("events", 1, "sealed", to=False)
        self.assertEqual(verify_proof(proof)[:2], (True, False))


if __name__ == "__main__":
    unittest.main()
