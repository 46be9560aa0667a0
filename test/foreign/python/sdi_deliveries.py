"""zeep, with the official WSDL, plays SdI towards a buyer: it delivers files of suppliers.

The value of a delivery is the answer's Esito, that of a notification the status of the answer.
"""

import base64

import requests
import zeep
from steps import QUESTION, step
from zeep.exceptions import TransportError
from zeep.transports import Transport

session = requests.Session()
session.headers["Authorization"] = QUESTION["authorization"]
transport = Transport(session=session, timeout=20, operation_timeout=20)
client = zeep.Client(QUESTION["wsdl"], transport=transport)
(binding,) = client.wsdl.bindings
service = client.create_service(binding, QUESTION["url"])


def deliver(name):
    its = QUESTION["deliveries"][name]
    return service.RiceviFatture(
        IdentificativoSdI=its["id"],
        NomeFile=its["name"],
        File=base64.b64decode(its["file"]),
        NomeFileMetadati=its["metadataName"],
        Metadati=base64.b64decode(its["metadata"]),
    )


def terms(its):
    try:
        return service.NotificaDecorrenzaTermini(
            IdentificativoSdI=its["id"], NomeFile=its["name"], File=base64.b64decode(its["file"])
        )
    except TransportError as error:
        # The operation is one-way, so an answer has no envelope; zeep wants one.
        if error.status_code != 200 or error.content:
            raise
        return 200


def hastily(call):
    """A call that waits for its answer a moment only."""
    with transport.settings(timeout=2):
        return call()


def switch(name):
    return requests.get(QUESTION["switches"] + name, timeout=20).status_code


for each in ("signed", "several", "for no company", "no invoice"):
    step(each, lambda: deliver(each))
step("signed, again", lambda: deliver("signed"))
step("the store is locked", lambda: switch("/lock"))
step("while it is locked", lambda: hastily(lambda: deliver("late")))
step("the store is free", lambda: switch("/free"))
step("after it was locked", lambda: deliver("late"))
step("an empty file", lambda: deliver("empty"))

step("elapsed terms", lambda: terms(QUESTION["terms"]))
step("elapsed terms, again", lambda: terms(QUESTION["terms"]))
step("of another file", lambda: terms({**QUESTION["terms"], "id": "112"}))

session.headers["Authorization"] = "Bearer another"
step("with another token", lambda: deliver("signed"))
