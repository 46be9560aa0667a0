"""Verifies the deliveries in deliveries.json, each as its receiver got it, with clearway.py."""

import json
import os

from clearway import WebhookVerificationError, verify_webhook

with open("deliveries.json", encoding="utf-8") as file:
    deliveries = json.load(file)
kinds = [verify_webhook(each["body"], each["headers"], os.environ["SECRET"])["type"] for each in deliveries]
assert {"invoice.accepted", "webhook.test"} <= set(kinds), kinds
try:
    verify_webhook(deliveries[0]["body"] + " ", deliveries[0]["headers"], os.environ["SECRET"])
    raise AssertionError("an unsigned body")
except WebhookVerificationError as error:
    assert error.reason == "signature_mismatch", error.reason
