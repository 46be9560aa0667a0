import { generateKeyPairSync } from 'node:crypto'
import t from 'tap'
import { expiryFault, readSigner, type SignerMaterial, UnusableSigner } from '../../../src/countries/signing/signer.js'
import { selfSigned } from '../../support/certificate.js'
import { signingFile } from './signing-file.js'

const PASSPHRASE = 'hasło1'
const text = (name: string) => signingFile(name).toString()
const pem = (key: { export(options: { format: 'pem'; type: 'pkcs8' }): string | Buffer }) =>
  key.export({ format: 'pem', type: 'pkcs8' }).toString()

function unusable(material: SignerMaterial): UnusableSigner {
  try {
    readSigner(material)
  } catch (error) {
    if (error instanceof UnusableSigner) return error
    throw error
  }
  throw new Error('it can sign')
}

t.test('certificate and key are read in each form in which authorities hand them out', async (t) => {
  const rsa = { certificate: text('rsa-chain.pem'), privateKey: text('rsa-encrypted.key'), passphrase: PASSPHRASE }
  const ec = { certificate: text('ec.pem'), privateKey: text('ec-encrypted.key'), passphrase: PASSPHRASE }
  const fingerprints = {
    rsa: readSigner(rsa).certificate.fingerprint256,
    ec: readSigner(ec).certificate.fingerprint256,
  }
  t.not(fingerprints.rsa, fingerprints.ec)
  for (const kind of ['rsa', 'ec'] as const) {
    for (const file of [`${kind}.p12`, `${kind}-legacy.p12`]) {
      const signer = readSigner({ pkcs12: signingFile(file).toString('base64'), passphrase: PASSPHRASE })
      t.equal(signer.certificate.fingerprint256, fingerprints[kind], `${file}: byte by byte the same certificate`)
      t.ok(signer.certificate.checkPrivateKey(signer.privateKey), file)
      t.equal(signer.privateKey.asymmetricKeyType, kind)
    }
  }
  const { cert, key } = selfSigned()
  t.ok(readSigner({ certificate: cert, privateKey: key }), 'without a passphrase')
  const chain = text('rsa-chain.pem')
  const backwards = (chain.match(/-----BEGIN[^-]*-----[^-]*-----END[^-]*-----/g) ?? []).reverse().join('\n')
  t.equal(readSigner({ ...rsa, certificate: backwards }).certificate.fingerprint256, fingerprints.rsa, 'in any order')
  t.ok(readSigner(rsa).chain.length > 0, 'with what came with it')
})

t.test('what can not sign is said in plain words, without quoting it', async (t) => {
  const { cert, key } = selfSigned()
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const faults: readonly (readonly [SignerMaterial, string, RegExp])[] = [
    [{ certificate: 'nonsense', privateKey: key }, 'certificate', /must be a certificate in PEM/],
    [{ certificate: cert.replace(/M/g, '!'), privateKey: key }, 'certificate', /must be a certificate in PEM/],
    [{ certificate: cert, privateKey: 'nonsense' }, 'privateKey', /must be a private key in PEM/],
    [{ certificate: cert, privateKey: pem(other.privateKey) }, 'privateKey', /does not belong to the certificate/],
    [{ certificate: cert, privateKey: pem(weak.privateKey) }, 'privateKey', /does not belong to the certificate/],
    [{ certificate: text('ec.pem'), privateKey: text('ec-encrypted.key') }, 'passphrase', /is required/],
    [
      { certificate: text('ec.pem'), privateKey: text('ec-encrypted.key'), passphrase: 'wrong' },
      'passphrase',
      /does not open/,
    ],
    [
      { certificate: text('rsa-chain.pem'), privateKey: text('rsa-encrypted.key'), passphrase: 'wrong' },
      'passphrase',
      /does not open/,
    ],
    ...['rsa.p12', 'rsa-legacy.p12', 'ec.p12', 'ec-legacy.p12'].flatMap((file) => {
      const pkcs12 = signingFile(file)
      return [
        [{ pkcs12, passphrase: 'wrong' }, 'passphrase', /does not open/] as const,
        [{ pkcs12 }, 'passphrase', /is required/] as const,
        [{ pkcs12: pkcs12.subarray(0, -100), passphrase: PASSPHRASE }, 'pkcs12', /must be a PKCS#12 file/] as const,
      ]
    }),
    [{ pkcs12: 'nonsense' }, 'pkcs12', /must be a PKCS#12 file/],
    [{ pkcs12: '' }, 'pkcs12', /must be a PKCS#12 file/],
  ]
  for (const [material, part, fault] of faults) {
    const thrown = unusable(material)
    t.match(thrown, { part, fault })
    for (const secret of [material.passphrase, 'nonsense'])
      t.notOk(secret !== undefined && thrown.message.includes(secret), 'no value is quoted')
  }
})

t.test('a PKCS#12 file that would keep the process busy is refused', async (t) => {
  const pkcs12 = signingFile('many-rounds.p12')
  t.match(unusable({ pkcs12, passphrase: PASSPHRASE }), { part: 'pkcs12', fault: /too many rounds/ })
})

t.test('validity is judged by a moment', async (t) => {
  const { cert, key } = selfSigned()
  const signer = readSigner({ certificate: cert, privateKey: key })
  const dayMs = 86_400_000
  t.equal(expiryFault(signer, new Date()), null)
  t.match(expiryFault(signer, new Date(Date.now() + 2 * dayMs)), /^expired on 20/)
  t.match(expiryFault(signer, new Date(Date.now() - 2 * dayMs)), /^is not valid before 20/)
})
