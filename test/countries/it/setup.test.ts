import t from 'tap'
import { ITALIAN_SETUP } from '../../../src/countries/it/setup.js'
import type { Credentials } from '../../../src/domain/connection.js'
import { signingFile } from '../signing/signing-file.js'
import { selfSigned } from '../../support/certificate.js'

const context = { now: new Date(), allowPrivateNetwork: false }
const { cert: certificate, key: privateKey } = selfSigned('channel.example')
const passphrase = 'hasło1'
const file = (name: string) => signingFile(name).toString('base64')
const signer = selfSigned('signer.example')

t.test('credentials of Italy', async (t) => {
  const channel = { certificate, privateKey }
  const table: readonly (readonly [string, Credentials, readonly { path: string; message: RegExp }[]])[] = [
    ['a certificate', channel, []],
    ['a PKCS#12 file', { pkcs12: file('rsa.p12'), passphrase }, []],
    ['an older PKCS#12 file', { pkcs12: file('rsa-legacy.p12'), passphrase }, []],
    [
      'a PKCS#12 file with another passphrase',
      { pkcs12: file('rsa.p12'), passphrase: 'x' },
      [{ path: 'pkcs12', message: /passphrase/ }],
    ],
    ['a key of Invoicetronic', { apiKey: 'ik_live_1' }, []],
    ['nothing', {}, [{ path: 'certificate', message: /or pkcs12, or apiKey of Invoicetronic/ }]],
    ['both', { ...channel, apiKey: 'ik_live_1' }, [{ path: 'apiKey', message: /together with certificate/ }]],
    ['a key with a blank', { apiKey: 'ik live' }, [{ path: 'apiKey', message: /white space/ }]],
    ['a foreign key', { certificate, privateKey: signer.key }, [{ path: 'privateKey', message: /does not belong/ }]],
    ['a signer', { ...channel, signingCertificate: signer.cert, signingKey: signer.key }, []],
    [
      'a signer without key',
      { ...channel, signingCertificate: signer.cert },
      [{ path: 'signingKey', message: /is required/ }],
    ],
    [
      'a signer without certificate',
      { ...channel, signingKey: signer.key },
      [{ path: 'signingCertificate', message: /is required/ }],
    ],
    [
      'a passphrase of nothing',
      { ...channel, signingPassphrase: 'x' },
      [{ path: 'signingPassphrase', message: /requires/ }],
    ],
    [
      "a signer with another's key",
      { ...channel, signingCertificate: signer.cert, signingKey: privateKey },
      [{ path: 'signingKey', message: /does not belong/ }],
    ],
    [
      'a signer that is none',
      { ...channel, signingCertificate: 'x', signingKey: signer.key },
      [{ path: 'signingCertificate', message: /in PEM/ }],
    ],
  ]
  for (const [what, given, expected] of table) {
    const faults = ITALIAN_SETUP.faults(given, context)
    t.match(faults, expected, what)
    t.equal(faults.length, expected.length, what)
    for (const { message } of faults) t.notMatch(message, /ik_live|BEGIN PRIVATE/, 'no value is quoted')
  }
})

t.test('a certificate for signing that has expired', async (t) => {
  const given = { certificate, privateKey, signingCertificate: signer.cert, signingKey: signer.key }
  const now = new Date(Date.now() + 400 * 24 * 3600 * 1000)
  t.match(
    ITALIAN_SETUP.faults(given, { ...context, now }).map(({ path }) => path),
    ['certificate', 'signingCertificate'],
  )
})
