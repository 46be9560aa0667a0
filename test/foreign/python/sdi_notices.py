"""zeep, with the official WSDL, plays SdI: it calls a service with notifications.

A step for each notification; its value is the status of the answer.
"""

import base64

import requests
import zeep
from steps import QUESTION, step
from zeep.exceptions import TransportError
from zeep.transports import Transport

session = requests.Session()
session.headers["Authorization"] = QUESTION["authorization"]
transport = Transport(session=session, timeout=20)
client = zeep.Client(QUESTION["wsdl"], transport=transport)
(binding,) = client.wsdl.bindings
service = client.create_service(binding, QUESTION["url"])


def call(notice):
    content = base64.b64decode(notice["content"])
    arguments = {"IdentificativoSdI": notice["id"], "NomeFile": notice["name"], "File": content}
    try:
        return getattr(service, notice["operation"])(**arguments)
    except TransportError as error:
        # The operations are one-way, so an answer has no envelope; zeep wants one.
        if error.status_code != 200 or error.content:
            raise
        return 200


for notice in QUESTION["notices"]:
    step(notice["name"], lambda: call(notice))
