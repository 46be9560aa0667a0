"""anafpy in front of the stand-in for ANAF."""

import asyncio

import anafpy._transport.base as transport
import anafpy.auth.oauth as oauth
import anafpy.efactura.client as efactura
import httpx2
from anafpy.auth.provider import TokenProvider
from steps import QUESTION, step

# It knows the government's addresses alone.
transport.OAUTH_HOST = efactura.OAUTH_HOST = QUESTION["origin"]
oauth.TOKEN_URL = QUESTION["tokenUrl"]
REGISTRATION = {"client_id": QUESTION["clientId"], "client_secret": QUESTION["clientSecret"]}
loop = asyncio.new_event_loop()


class Store:
    """The tokens in memory."""

    def __init__(self, tokens):
        self.tokens = tokens

    def load(self):
        return self.tokens

    def save(self, tokens):
        self.tokens = tokens


def ask(name, call):
    return step(name, lambda: loop.run_until_complete(call()))


async def exchange():
    async with httpx2.AsyncClient() as http:
        code, uri = QUESTION["code"], QUESTION["redirectUri"]
        return await oauth.exchange_code(http, code=code, redirect_uri=uri, **REGISTRATION)


def client_with(store):
    return efactura.EFacturaClient(
        TokenProvider(store=store, **REGISTRATION), environment=transport.Environment.PROD
    )
