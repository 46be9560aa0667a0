"""The way of a user through the client that openapi-generator made for Python (`clearway_generated`).

Reads {"api", "key", "receiver", "samples"} from the standard input, and prints one JSON value per line.
"""
import json
import sys
import time

import clearway_generated as generated

asked = json.load(sys.stdin)
client = generated.ApiClient(generated.Configuration(host=asked["api"], access_token=asked["key"]))
invoices = generated.InvoicesApi(client)
webhooks = generated.WebhooksApi(client)

webhooks.configure_webhook(generated.ConfigureWebhook.from_dict({"url": asked["receiver"]}))
connected = set()
for place, sample in enumerate(asked["samples"]):
    country, supplier = sample["country"], sample["supplier"]
    if country not in connected:
        company = generated.CompaniesApi(client).create_company(
            generated.CreateCompany.from_dict(
                {"name": supplier["name"], "vatNumber": supplier["vatNumber"], "country": country}
            )
        )
        generated.ConnectionsApi(client).create_connection(
            generated.CreateConnection.from_dict({"companyId": company.data.id, "countryCode": country})
        )
        connected.add(country)
    created = invoices.create_invoice(
        generated.CreateInvoice.from_dict(sample), x_idempotency_key=f"python-{place}"
    )
    shown = invoices.get_invoice(created.data.id).data
    pdf = invoices.get_invoice_pdf(shown.id)
    found = {"country": shown.country, "number": shown.number, "net": shown.net_amount}
    print(json.dumps({**found, "pdf": bytes(pdf[:5]).decode("ascii")}))

until = time.monotonic() + 30
while not (deliveries := webhooks.list_deliveries(limit=5).data) and time.monotonic() < until:
    time.sleep(0.2)
print(json.dumps({"delivered": deliveries[0].type if deliveries else None}))
