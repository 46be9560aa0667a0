"""From the first webhook to the decision, with clearway.py and the service at API."""

import os
import ssl
from decimal import Decimal

from clearway import Clearway, ClearwayError, ClearwayNetworkError

clearway = Clearway(os.environ["KEY"], os.environ["API"])

webhook = clearway.webhooks.configure(os.environ["RECEIVER"])
print("secret", webhook["secret"])
assert clearway.webhooks.get()["secret"] == "wh_***"

company = clearway.companies.create({"name": "Exemplu SRL", "vatNumber": "RO12345674", "country": "RO"})
assert clearway.companies.update(company["id"], {"name": "Exemplu SA"})["name"] == "Exemplu SA"
assert [each["id"] for each in clearway.companies.list(limit=1)] == [company["id"]]
connection = clearway.connections.create({"companyId": company["id"], "countryCode": "RO"})
assert clearway.connections.get(connection["id"])["status"] == "active"
assert clearway.connections.budget(connection["id"])["connectionId"] == connection["id"]


def address(city, county):
    return {"street": "Strada Lungă 1", "city": city, "postalCode": "400001", "country": "RO", "stateOrProvince": county}


body = {
    "country": "RO",
    "externalId": "order-4711",
    "supplier": {"vatNumber": "RO12345674", "name": "Exemplu SA", "address": address("Cluj-Napoca", "CJ")},
    "customer": {"vatNumber": "RO87654329", "name": "Client SRL", "address": address("Brașov", "BV")},
    "currency": "RON",
    "lines": [
        {"description": "Consulting", "quantity": Decimal("10"), "unitPrice": Decimal("150.50"), "vatRate": Decimal("21.00")}
    ],
    "paymentMeans": {"bankAccount": "RO49AAAA1B31007593840000", "paymentTerms": "30 days net"},
}
assert clearway.invoices.validate(body)["errors"] == []
invoice = clearway.invoices.create(body, idempotency_key="order-4711")
assert clearway.invoices.create(body, idempotency_key="order-4711") == invoice
assert invoice["netAmount"] == "1505.00", invoice
accepted = clearway.invoices.wait_until_decided(invoice["id"])
assert accepted["status"] == "accepted", accepted
assert [each["event"] for each in clearway.invoices.timeline(invoice["id"])][-1] == "invoice.accepted"

kinds = [each["kind"] for each in clearway.invoices.documents(invoice["id"])]
assert kinds == ["xml", "receipt", "pdf"], kinds
xml = clearway.invoices.document(invoice["id"], "xml")
assert xml.content.startswith(b"<?xml") and xml.media_type == "application/xml", xml
assert xml.filename == invoice["id"] + "-xml.xml", xml.filename
assert clearway.invoices.validate_xml(xml.content)["valid"]
pdf = clearway.invoices.pdf(invoice["id"], language="en")
assert pdf.content.startswith(b"%PDF-") and pdf.media_type == "application/pdf", pdf[1:]

try:
    clearway.invoices.create({**body, "lines": []})
    raise AssertionError("an invoice without lines")
except ClearwayError as error:
    assert (error.status, error.type, error.details[0]["path"]) == (400, "validation_error", "lines"), vars(error)
    assert error.request_id.startswith("req_")

try:
    clearway.invoices.create({**body, "currency": "USD"}, validate=True)
    raise AssertionError("an invoice that breaks a rule")
except ClearwayError as error:
    assert error.status == 400 and "rule" in error.details[0], vars(error)

for _ in range(2):
    clearway.invoices.create(body)
seen = [each["id"] for each in clearway.invoices.list(country="RO", limit=1)]
assert len(set(seen)) == len(seen) == 3 and seen[-1] == invoice["id"], seen

# A company of the same account receives the invoice.
receiver = clearway.companies.create({"name": "Client SRL", "vatNumber": "RO9010105", "country": "RO"})
clearway.connections.create({"companyId": receiver["id"], "countryCode": "RO"})
assert clearway.companies.set_receiving(receiver["id"], {"enabled": True})["channels"][0]["kind"] == "simulated"
assert clearway.companies.get_receiving(receiver["id"])["enabled"]
clearway.post("/v1/test/received", {"companyId": receiver["id"], "sample": "RO"})
(received,) = clearway.received.list(companyId=receiver["id"])
assert clearway.received.get(received["id"])["invoice"]["number"] == received["number"]
assert clearway.received.mark_as_read(received["id"])["status"] == "read"
response = clearway.received.respond(received["id"], {"code": "disputed", "reason": "Not complete"}, "response-1")
assert clearway.received.respond(received["id"], {"code": "disputed", "reason": "Not complete"}, "response-1") == response
assert [each["id"] for each in clearway.received.responses(received["id"])] == [response["id"]]
assert clearway.received.timeline(received["id"])[0]["event"] == "received.created"
assert "xml" in [each["kind"] for each in clearway.received.documents(received["id"])]
assert b"<Invoice" in clearway.received.document(received["id"], "xml").content
assert clearway.received.pdf(received["id"], language="en").content.startswith(b"%PDF-")

pages = list(clearway.events.pages(limit=2))
kinds = [event["type"] for page in pages for event in page.events]
assert "invoice.accepted" in kinds and len(pages) > 1, kinds
# What happens meanwhile comes after it.
later = [event["id"] for page in clearway.events.pages(pages[0].cursor) for event in page.events]
assert later[: len(pages[1].events)] == [event["id"] for event in pages[1].events], later

delivery = clearway.webhooks.test()
assert clearway.webhooks.delivery(delivery["id"])["type"] == "webhook.test"
key = clearway.api_keys.create({"name": "Dashboard", "permissions": ["read"]})
clearway.api_keys.revoke(key["id"])

# The receiver's certificate is self-signed.
try:
    Clearway(os.environ["KEY"], os.environ["RECEIVER"], max_retries=0).get("/v1/invoices")
    raise AssertionError("a self-signed certificate")
except ClearwayNetworkError as error:
    assert isinstance(error.__cause__, ssl.SSLCertVerificationError), error
    assert not error.may_have_arrived
