import { generateKeyPairSync, sign } from 'node:crypto'

/** A key and a certificate that vouches for itself, both PEM. */
export interface SelfSigned {
  readonly key: string
  readonly cert: string
}

/**
 * Makes a certificate for 127.0.0.1 and the given names, valid around the present; with Node
 * alone, so that the tests need no openssl. RFC 5280.
 */
export function selfSigned(...names: readonly string[]): SelfSigned {
  return selfSignedAround(new Date(), ...names)
}

/** The same, valid for a day before and after a moment: for tests with their own clock. */
export function selfSignedAround(moment: Date, ...names: readonly string[]): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const name = sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('clearway test')))))
  const dayMs = 86_400_000
  const subjectAltName = sequence(
    ...names.map((dnsName) => der(0x82, Buffer.from(dnsName))),
    der(0x87, Buffer.from([127, 0, 0, 1])),
  )
  const basicConstraints = sequence(der(0x01, Buffer.from([0xff])))
  const toBeSigned = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(moment.getTime() - dayMs)), utcTime(new Date(moment.getTime() + dayMs))),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(
      0xa3,
      sequence(
        sequence(oid(0x55, 0x1d, 0x11), der(0x04, subjectAltName)),
        sequence(oid(0x55, 0x1d, 0x13), der(0x04, basicConstraints)),
      ),
    ),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)])
  const certificate = sequence(toBeSigned, ecdsaWithSha256, der(0x03, signature))
  const lines = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content
  const header = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(header), content])
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]))
}

/** The bytes of an object identifier as X.690 has them. */
function oid(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes))
}

function utcTime(time: Date): Buffer {
  const text = time.toISOString().replace(/^\d\d(\d\d)-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d).*$/, '$1$2$3$4$5$6Z')
  return der(0x17, Buffer.from(text))
}
