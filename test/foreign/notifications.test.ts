// http-message-signatures (npm) signs notifications; the service's own check judges them.
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import t from 'tap'
import {
  checkDigest,
  isSignedBy,
  type SignableRequest,
  signaturesOf,
} from '../../src/countries/gateway/http-signature/signature.js'
import { foreignProgram } from './programs.js'
import { flowOf } from './steps.js'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const URL_OF_IT = 'https://in.example/clearway/afnor/conn_1BvHt8qXk5NzR3wLc9YdSm'
const BODY = Buffer.from('{"flowInfo":{"flowId":"f-1"}}')
const HEADERS = {
  'content-type': 'application/json',
  'content-digest': `sha-512=:${createHash('sha512').update(BODY).digest('base64')}:`,
}
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PAIRS: Readonly<Record<string, { readonly publicKey: KeyObject; readonly privateKey: KeyObject }>> = {
  'rsa-pss-sha512': rsa,
  'rsa-v1_5-sha256': rsa,
  'ecdsa-p256-sha256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'ecdsa-p384-sha384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ed25519: generateKeyPairSync('ed25519'),
}

t.test('a request that another program signed is accepted, with its key alone', async (t) => {
  const sign = foreignProgram(t, 'node', 'sign-notification', 'http-message-signatures for notifications')
  if (sign === null) return
  const keys = Object.entries(PAIRS).map(([algorithm, { privateKey }]) => ({
    algorithm,
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }))
  const fields = [
    '@method',
    '@target-uri',
    '@authority',
    '@scheme',
    '@path',
    '@query',
    'content-type',
    'content-digest',
  ]
  const { value } = await flowOf(t, sign, { url: URL_OF_IT, headers: HEADERS, created: NOW, fields, keys }, {})
  for (const [algorithm, { publicKey }] of Object.entries(PAIRS)) {
    const headers = value(algorithm) as Readonly<Record<string, string>>
    const request: SignableRequest = {
      method: 'POST',
      url: new URL(URL_OF_IT),
      headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), [text]])),
    }
    checkDigest(request, BODY)
    const [signature, ...others] = signaturesOf(request, NOW)
    t.same(others, [])
    if (signature === undefined) throw new Error('no signature')
    t.equal(signature.algorithm, algorithm)
    t.equal(isSignedBy([publicKey], signature), true, algorithm)
    const wrong = Object.values(PAIRS).flatMap((pair) => (pair.publicKey === publicKey ? [] : [pair.publicKey]))
    t.equal(isSignedBy(wrong, signature), false, algorithm)
  }
})
