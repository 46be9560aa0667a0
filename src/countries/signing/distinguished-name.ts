/**
 * Short names of attribute types (RFC 4514, section 3); all others are written by their numbers.
 */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
}

const SEQUENCE = 0x30
const SET = 0x31
const OBJECT_IDENTIFIER = 0x06
const EXPLICIT_VERSION = 0xa0

/** Texts in ASN.1 and the encoding of their bytes. */
const TEXTS: Readonly<Record<number, 'utf8' | 'latin1' | 'utf16be'>> = {
  0x0c: 'utf8',
  // PrintableString, TeletexString (which authorities fill with Latin-1), IA5String.
  0x13: 'latin1',
  0x14: 'latin1',
  0x16: 'latin1',
  // BMPString.
  0x1e: 'utf16be',
}

/** One value of ASN.1 in DER (X.690). */
interface Der {
  readonly tag: number
  readonly content: Buffer
  /** With its tag and length. */
  readonly whole: Buffer
}

/**
 * The issuer of a certificate in DER, as XML signatures write it: a string by RFC 4514, the most
 * specific part first (`CN=…,O=…,C=PL`).
 * @throws RangeError if it is not a certificate
 */
export function issuerName(certificate: Uint8Array): string {
  const [whole] = values(Buffer.from(certificate))
  const [toBeSigned] = values(whole?.content)
  const parts = values(toBeSigned?.content)
  // The version comes first unless it is 1; then serial number, algorithm, issuer.
  const issuer = parts[parts[0]?.tag === EXPLICIT_VERSION ? 3 : 2]
  if (issuer?.tag !== SEQUENCE) throw new RangeError('the certificate has no issuer')
  return values(issuer.content).reverse().map(relativeName).join(',')
}

/** `CN=…`, or `CN=…+SERIALNUMBER=…` if several attributes make one part. */
function relativeName({ tag, content }: Der): string {
  if (tag !== SET) throw new RangeError('a name in the certificate is malformed')
  return values(content)
    .map((pair) => {
      const [type, value] = values(pair.content)
      if (type?.tag !== OBJECT_IDENTIFIER || value === undefined)
        throw new RangeError('a name in the certificate is malformed')
      const number = dotted(type.content)
      const name = SHORT_NAMES[number]
      const text = textOf(value)
      return name === undefined || text === null
        ? `${number}=#${value.whole.toString('hex')}`
        : `${name}=${escaped(text)}`
    })
    .join('+')
}

function textOf({ tag, content }: Der): string | null {
  const encoding = TEXTS[tag]
  if (encoding === undefined) return null
  return encoding === 'utf16be' ? Buffer.from(content).swap16().toString('utf16le') : content.toString(encoding)
}

/** RFC 4514, section 2.4. */
function escaped(text: string): string {
  return text
    .replace(/[\\",+;<>]/g, '\\$&')
    .replace(/^[ #]/, '\\$&')
    .replace(/ $/, '\\ ')
    .replaceAll('\0', '\\00')
}

/** An object identifier in numbers (X.690, 8.19). */
function dotted(bytes: Buffer): string {
  const numbers: bigint[] = []
  let number = 0n
  for (const byte of bytes) {
    number = (number << 7n) | BigInt(byte & 0x7f)
    if ((byte & 0x80) !== 0) continue
    numbers.push(number)
    number = 0n
  }
  const [first = 0n, ...rest] = numbers
  const top = first < 80n ? first / 40n : 2n
  return [top, first - top * 40n, ...rest].join('.')
}

/** Consecutive values. */
function values(bytes: Buffer = Buffer.alloc(0)): Der[] {
  const found: Der[] = []
  for (let at = 0; at < bytes.length;) {
    const tag = bytes.readUInt8(at)
    const short = bytes.readUInt8(at + 1)
    const sizeOfLength = short < 0x80 ? 0 : short & 0x7f
    const length = sizeOfLength === 0 ? short : bytes.readUIntBE(at + 2, sizeOfLength)
    const begin = at + 2 + sizeOfLength
    const end = begin + length
    if (end > bytes.length) throw new RangeError('the certificate is cut off')
    found.push({ tag, content: bytes.subarray(begin, end), whole: bytes.subarray(at, end) })
    at = end
  }
  return found
}
