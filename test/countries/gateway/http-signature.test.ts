import { constants, generateKeyPairSync, type KeyObject } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { publicKeysIn, UnusableKeys } from '../../../src/countries/gateway/http-signature/keys.js'
import {
  checkDigest,
  isSignedBy,
  type SignableRequest,
  SignatureRefused,
  signaturesOf,
} from '../../../src/countries/gateway/http-signature/signature.js'
import {
  innerLists,
  MalformedField,
  writtenList,
} from '../../../src/countries/gateway/http-signature/structured-fields.js'
import { signedHeaders } from '../../standins/signed-request.js'
import { selfSigned } from '../../support/certificate.js'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const CREATED = NOW.getTime() / 1000
const ADDRESS = 'https://in.example/afnor/conn_1?x=%20y'
const BODY = Buffer.from('{"flowInfo":{}}')

const ed25519 = generateKeyPairSync('ed25519')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })

function requestOf(headers: Readonly<Record<string, string>>, address = ADDRESS, method = 'POST'): SignableRequest {
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  return { method, url: new URL(address), headers: lists }
}

/** Whether the request with this body is accepted as that of the key's owner; else the reason. */
function judged(request: SignableRequest, body: Uint8Array, keys: readonly KeyObject[], now = NOW): true | string {
  try {
    const signatures = signaturesOf(request, now)
    checkDigest(request, body)
    return signatures.some((signature) => isSignedBy(keys, signature)) || 'no key'
  } catch (error) {
    if (!(error instanceof SignatureRefused)) throw error
    return error.message
  }
}

/** The example of RFC 9421, appendix B.2.3, with the key of B.1.2. */
const RFC_KEY = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr4tmm3r20Wd/PbqvP1s2
+QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct+Lh1GH45x28Rw3Ry53mm+
oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHq
gDsznjPFmTOtCEcN2Z1FpWgchwuYLPL+Wokqltd11nqqzi+bJ9cvSKADYdUAAN5W
Utzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4
aOT9v6d+nb4bnNkQVklLQ3fVAvJm+xdDOp9LCNCN48V2pnDOkFV6+U9nV5oyc6XI
2wIDAQAB
-----END PUBLIC KEY-----
`
const RFC_HEADERS = {
  date: 'Tue, 20 Apr 2021 02:07:55 GMT',
  'content-type': 'application/json',
  'content-digest':
    'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
  'content-length': '18',
  'signature-input':
    'sig-b23=("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length")' +
    ';created=1618884473;keyid="test-key-rsa-pss"',
  signature:
    'sig-b23=:bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrC' +
    'Ub38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCo' +
    'C1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fT' +
    'IztsDZKEgM4cUA==:',
}
const RFC_ADDRESS = 'https://example.com/foo?param=Value&Pet=dog'
const RFC_BODY = Buffer.from('{"hello": "world"}')

t.test('the example of RFC 9421 is accepted, and nothing else with its signature', async (t) => {
  const keys = publicKeysIn(RFC_KEY)
  const at = new Date(1_618_884_473_000)
  t.equal(judged(requestOf(RFC_HEADERS, RFC_ADDRESS), RFC_BODY, keys, at), true)
  // With the blanks that the form allows.
  const loose = RFC_HEADERS['signature-input'].replace('("date" ', '(  "date"  ').replaceAll(';', '; ')
  t.equal(judged(requestOf({ ...RFC_HEADERS, 'signature-input': loose }, RFC_ADDRESS), RFC_BODY, keys, at), true)
  for (const [changed, address, method] of [
    [{ date: 'Tue, 20 Apr 2021 02:07:56 GMT' }, RFC_ADDRESS, 'POST'],
    [{ 'content-type': 'text/json' }, RFC_ADDRESS, 'POST'],
    [{}, RFC_ADDRESS, 'PUT'],
    [{}, RFC_ADDRESS.replace('foo', 'fox'), 'POST'],
    [{}, RFC_ADDRESS.replace('dog', 'cat'), 'POST'],
    [{}, RFC_ADDRESS.replace('.com', '.org'), 'POST'],
    [{ 'signature-input': RFC_HEADERS['signature-input'].replace('rsa-pss"', 'rsa"') }, RFC_ADDRESS, 'POST'],
  ] as const)
    t.equal(judged(requestOf({ ...RFC_HEADERS, ...changed }, address, method), RFC_BODY, keys, at), 'no key')
  t.match(judged(requestOf(RFC_HEADERS, RFC_ADDRESS), Buffer.from('{}'), keys, at), /sha-512 is not that of the body/)
})

t.test('each algorithm with a public key is accepted, with the right kind of key alone', async (t) => {
  const pairs = { ed25519, rsa, p256, p384 }
  const made = [
    ['ed25519', ed25519],
    ['rsa-pss-sha512', rsa],
    ['rsa-v1_5-sha256', rsa],
    ['ecdsa-p256-sha256', p256],
    ['ecdsa-p384-sha384', p384],
  ] as const
  for (const [algorithm, { privateKey, publicKey }] of made)
    for (const named of [algorithm, null]) {
      const request = requestOf(signedHeaders(ADDRESS, BODY, { key: privateKey, algorithm, named, created: CREATED }))
      t.equal(judged(request, BODY, [publicKey]), true, algorithm)
      t.equal(judged(request, BODY, [generateKeyPairSync('ed25519').publicKey, publicKey]), true, 'one of two keys')
      for (const other of Object.values(pairs))
        if (other.publicKey !== publicKey) t.equal(judged(request, BODY, [other.publicKey]), 'no key', algorithm)
      t.equal(judged(request, BODY, []), 'no key')
    }
  for (const saltLength of [0, 32, constants.RSA_PSS_SALTLEN_MAX_SIGN]) {
    const request = requestOf(signedHeaders(ADDRESS, BODY, { key: rsa.privateKey, created: CREATED, saltLength }))
    t.equal(judged(request, BODY, [rsa.publicKey]), true, `a salt of ${saltLength}`)
  }
  // The key decides on the algorithm: its other one under this name is refused.
  const other = { key: rsa.privateKey, algorithm: 'rsa-v1_5-sha256', named: 'rsa-pss-sha512', created: CREATED }
  t.equal(judged(requestOf(signedHeaders(ADDRESS, BODY, other)), BODY, [rsa.publicKey]), 'no key')
})

t.test('what a signature has to state and cover is named', async (t) => {
  const key = ed25519.privateKey
  const sent = (signing: Partial<Parameters<typeof signedHeaders>[2]>, changes: Record<string, string> = {}) =>
    judged(requestOf({ ...signedHeaders(ADDRESS, BODY, { key, created: CREATED, ...signing }), ...changes }), BODY, [
      ed25519.publicKey,
    ])
  t.equal(sent({}), true)
  t.equal(sent({ covered: ['content-digest', '@path'] }), true)
  t.equal(sent({ covered: ['content-digest', '@request-target'] }), true)
  t.equal(sent({ covered: ['content-digest', '@target-uri', '@scheme', '@authority', '@query', 'content-type'] }), true)
  t.match(sent({ covered: ['@target-uri'] }), /does not cover content-digest/)
  t.match(sent({ covered: ['content-digest', '@method', '@authority'] }), /none of @target-uri, @path, @request-target/)
  t.match(sent({ covered: ['content-digest', '@path', '@path'] }), /a component twice/)
  t.match(sent({ covered: ['content-digest', '@path', '@status'] }), /"@status", which is not known/)
  t.match(sent({ covered: ['content-digest', '@path', 'digest'] }), /header "digest", which is missing/)
  t.match(sent({ covered: ['content-digest', '@path', ...Array.from({ length: 40 }, (_, n) => `x-${n}`)] }), /too many/)
  t.match(sent({}, { 'signature-input': `sig1=("content-digest";req "@path");created=${CREATED}` }), /with parameters/)
  t.match(sent({ named: 'hmac-sha256' }), /algorithm of the signature is none of rsa-pss-sha512, /)
  t.match(sent({ named: 'toString' }), /algorithm of the signature is none of/)
  t.equal(sent({ created: CREATED - 300 }), true)
  t.match(sent({ created: CREATED - 301 }), /older than 300 seconds/)
  t.equal(sent({ created: CREATED + 60 }), true)
  t.match(sent({ created: CREATED + 61 }), /created in the future/)
  t.equal(sent({ parameters: `;expires=${CREATED + 1};nonce="n";keyid="k";tag="t"` }), true)
  t.match(sent({ parameters: `;expires=${CREATED}` }), /has expired/)
  t.match(sent({ parameters: ';expires="soon"' }), /expires is no number/)
  t.match(sent({}, { 'signature-input': 'sig1=("content-digest" "@path")' }), /when it was created/)
  t.match(sent({}, { 'signature-input': '' }), /header signature-input is missing/)
  t.match(sent({}, { signature: '' }), /header signature is missing/)
  t.match(sent({}, { signature: 'sig2=:AAAA:' }), /is missing in Signature/)
  t.match(sent({}, { signature: 'sig1="AAAA"' }), /header signature can't be read/)
  t.match(sent({}, { signature: `sig1=:${'A'.repeat(9_000)}:` }), /too long/)
  t.match(sent({}, { 'content-digest': 'md5=:AAAA:' }), /none of sha-256, sha-512/)
  t.match(sent({}, { 'content-digest': 'sha-256=:AAAA:' }), /sha-256 is not that of the body/)
})

t.test('one good signature among others is enough, and too many are refused', async (t) => {
  const one = signedHeaders(ADDRESS, BODY, { key: ed25519.privateKey, created: CREATED, label: 'platform' })
  const ofProxy = signedHeaders(ADDRESS, BODY, {
    key: p256.privateKey,
    created: CREATED,
    label: 'proxy',
    covered: ['@authority'],
  })
  const both = (...all: readonly Record<string, string>[]): Record<string, string> => ({
    ...one,
    'signature-input': all.map((each) => each['signature-input']).join(', '),
    signature: all.map((each) => each['signature']).join(', '),
  })
  t.equal(judged(requestOf(both(ofProxy, one)), BODY, [ed25519.publicKey]), true)
  t.match(judged(requestOf(both(ofProxy)), BODY, [ed25519.publicKey]), /does not cover content-digest/)
  const many = ['a', 'b', 'c', 'd'].map((label) =>
    signedHeaders(ADDRESS, BODY, { key: ed25519.privateKey, created: CREATED, label }),
  )
  t.match(judged(requestOf(both(...many)), BODY, [ed25519.publicKey]), /more than 3 signatures/)
  t.match(judged(requestOf(both(one, one)), BODY, [ed25519.publicKey]), /"platform" is repeated/)
})

t.test('no text in the headers is more than refused', async (t) => {
  const piece = fc.constantFrom(
    'sig1',
    '=',
    '(',
    ')',
    '"@path"',
    '"',
    ';',
    'created',
    '=1',
    ':',
    'AA==',
    ',',
    ' ',
    '\t',
    '\\',
    '?1',
    '-',
    '.5',
    'é',
  )
  const text = fc.oneof(
    fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(text, text, text, (input, signature, digest) => {
      const headers = { 'signature-input': input, signature, 'content-digest': digest }
      t.not(judged(requestOf(headers), BODY, [ed25519.publicKey]), true)
    }),
  )
})

t.test('a signature signs its own base: what was written is read, and any change is another', async (t) => {
  const ascii = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) })
  const name = fc.stringMatching(/^[a-z][a-z0-9_*.-]{0,8}$/)
  const value = fc.oneof(
    ascii,
    fc.integer({ min: -999_999_999, max: 999_999_999 }),
    fc.boolean(),
    fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes)),
  )
  const parameters = fc.uniqueArray(fc.tuple(name, value), { maxLength: 4, selector: ([key]) => key })
  const list = fc.record({
    items: fc.array(fc.record({ value: ascii, parameters: parameters.map((all) => new Map(all)) }), { maxLength: 5 }),
    parameters: parameters.map((all) => new Map(all)),
  })
  fc.assert(
    fc.property(list, (given) => {
      const text = writtenList(given)
      t.same(innerLists(`label=${text}`).get('label'), given)
      t.equal(writtenList(innerLists(`label=${text}`).get('label') ?? given), text)
    }),
  )
  for (const wrong of [
    'a=(1)',
    'a=("x"',
    'a=("x""y")',
    'a=("é")',
    'a=();b=1.5',
    'a',
    'a=(),',
    'A=()',
    'a=() b=()',
    'a=(),a=()',
  ])
    t.throws(() => innerLists(wrong), MalformedField, wrong)
})

t.test('keys are public keys or certificates in PEM, strong enough, and a few', async (t) => {
  const pem = (key: KeyObject): string => String(key.export({ type: 'spki', format: 'pem' }))
  const { cert: certificate } = selfSigned('platform.example')
  t.equal(publicKeysIn(pem(ed25519.publicKey) + pem(rsa.publicKey) + certificate).length, 3)
  const refusal = (text: string): string => {
    try {
      publicKeysIn(text)
      return ''
    } catch (error) {
      if (!(error instanceof UnusableKeys)) throw error
      return error.message
    }
  }
  t.match(refusal('a secret'), /public keys or certificates in PEM/)
  t.match(refusal('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'), /public keys or certificates in PEM/)
  t.match(refusal(String(ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' }))), /private key/)
  t.match(refusal(pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)), /at least 2048 bits/)
  t.match(refusal(pem(generateKeyPairSync('x25519').publicKey)), /RSA, of the curves P-256 or P-384, or of Ed25519/)
  t.match(refusal(pem(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey)), /P-256 or P-384/)
  t.match(refusal(pem(ed25519.publicKey).repeat(6)), /at most 5 keys/)
})
