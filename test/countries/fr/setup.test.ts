import { Value } from '@sinclair/typebox/value'
import { generateKeyPairSync } from 'node:crypto'
import t from 'tap'
import type { Credentials } from '../../../src/domain/connection.js'
import { FRENCH_SETUP } from '../../../src/countries/fr/setup.js'

const NOW = new Date('2026-11-22T10:00:00Z')
const url = 'https://api.platform.example/flow-service'
const tokenUrl = 'https://api.platform.example/oauth2/token'
const PLATFORM = { url, apiKey: 'k' }
const CHORUS = { chorusClientId: 'a', chorusClientSecret: 'b', chorusLogin: 'c', chorusPassword: 'd' }

function faultsOf(given: Credentials, allowPrivateNetwork = false): readonly string[] {
  return FRENCH_SETUP.faults(given, { now: NOW, allowPrivateNetwork }).map(({ path }) => path)
}

t.test('a platform with a key or a client, Chorus Pro, or both', (t) => {
  const table: readonly (readonly [Credentials, readonly string[]])[] = [
    [PLATFORM, []],
    [{ url, tokenUrl, clientId: 'a', clientSecret: 'b' }, []],
    [{ ...PLATFORM, directoryUrl: 'https://api.platform.example/directory-service' }, []],
    [CHORUS, []],
    [{ ...PLATFORM, ...CHORUS }, []],
    [{}, ['url']],
    [{ url }, ['apiKey']],
    [{ apiKey: 'k' }, ['url']],
    [{ tokenUrl, clientId: 'a', clientSecret: 'b' }, ['url']],
    [{ ...CHORUS, apiKey: 'k' }, ['url']],
    [{ ...PLATFORM, tokenUrl, clientId: 'a', clientSecret: 'b' }, ['apiKey']],
    [{ url, clientId: 'a', clientSecret: 'b' }, ['tokenUrl']],
    [{ url, tokenUrl }, ['clientId', 'clientSecret']],
    [{ ...PLATFORM, chorusLogin: 'c' }, ['chorusClientId', 'chorusClientSecret', 'chorusPassword']],
  ]
  for (const [given, expected] of table) t.same(faultsOf(given), expected, JSON.stringify(given))
  t.end()
})

t.test('keys for notifications come with the platform, and are public', (t) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const notificationKeys = String(publicKey.export({ type: 'spki', format: 'pem' }))
  t.same(faultsOf({ ...PLATFORM, notificationKeys }), [])
  t.same(faultsOf({ ...CHORUS, notificationKeys }), ['url'])
  const secret = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const given = { ...PLATFORM, notificationKeys: secret }
  t.same(FRENCH_SETUP.faults(given, { now: NOW, allowPrivateNetwork: false }), [
    {
      path: 'notificationKeys',
      message: 'must not hold a private key; ask the platform for its public key',
    },
  ])
  t.end()
})

t.test('every address is judged, and a private one only allowed where the operator says so', (t) => {
  const given = {
    url: 'http://10.0.0.1',
    tokenUrl: 'http://x',
    clientId: 'a',
    clientSecret: 'b',
    directoryUrl: 'ftp://x',
  }
  t.same(faultsOf(given), ['url', 'tokenUrl', 'directoryUrl'])
  t.same(faultsOf(given, true), ['directoryUrl'])
  t.end()
})

t.test('the examples are taken', (t) => {
  for (const { name, value } of FRENCH_SETUP.examples) {
    t.ok(Value.Check(FRENCH_SETUP.schema, value), name)
    t.same(faultsOf(value), [], name)
  }
  t.notOk(Value.Check(FRENCH_SETUP.schema, { ...PLATFORM, unknown: 'x' }))
  t.end()
})
