import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readSigner } from '../../../src/countries/signing/signer.js'
import { signXades } from '../../../src/countries/signing/xades.js'
import { ROOT } from '../accepted-sample.js'
import { BadSignature, verifyXades } from '../../support/xades.js'
import { signingFile } from './signing-file.js'

const AT = new Date('2026-11-23T04:40:05.678Z')
const PASSPHRASE = 'hasło1'
const SIGNERS = {
  RSA: readSigner({ pkcs12: signingFile('rsa.p12'), passphrase: PASSPHRASE }),
  ECDSA: readSigner({ pkcs12: signingFile('ec.p12'), passphrase: PASSPHRASE }),
}

const AUTH_TOKEN_REQUEST =
  '<?xml version="1.0" encoding="utf-8"?>\n<AuthTokenRequest xmlns="http://ksef.mf.gov.pl/auth/token/2.0">' +
  '<Challenge>20250514-CR-226FB7B000-3ACF9BE4C0-10</Challenge><ContextIdentifier><Nip>5265877635</Nip></ContextIdentifier>' +
  '<SubjectIdentifierType>certificateSubject</SubjectIdentifierType></AuthTokenRequest>'

const DOCUMENTS: Readonly<Record<string, string>> = {
  'the request for a token of KSeF': AUTH_TOKEN_REQUEST,
  FatturaPA: readFileSync(join(ROOT, 'test', 'golden', 'it', '01-services.fatturapa.xml'), 'utf8'),
  'FA(3)': readFileSync(join(ROOT, 'test', 'golden', 'pl', '01-domestic.fa3.xml'), 'utf8'),
  'prefixes of its own': '<a:r xmlns:c="urn:c" xmlns:a="urn:a" xmlns:b="urn:b"><b:x c:y="1" a:y="2"/></a:r>',
  'no namespace at all': '<r b="2" a="1"><x/></r>',
  'comments and white space around': '<!-- before -->\n<r>\n <x/>\n</r>\n<!-- </r> -->\n ',
  'Windows line ends': '<?xml version="1.0"?>\r\n<r>\r\n<x>1</x>\r\n</r>\r\n',
  'letters beyond ASCII': '<r><x y="Łódź &quot;€&quot;">però &lt;𝄞&gt; &amp; ]]&gt;</x></r>',
  CDATA: '<r><x><![CDATA[</r> & <y>]]></x></r >',
}

for (const [kind, signer] of Object.entries(SIGNERS)) {
  for (const [name, xml] of Object.entries(DOCUMENTS)) {
    t.test(`${kind} signs ${name}, and another library finds it sound`, async (t) => {
      const signed = Buffer.from(await signXades(xml, signer, AT)).toString()
      const { certificate, signedAt } = await verifyXades(signed)
      t.equal(certificate.fingerprint256, signer.certificate.fingerprint256)
      t.equal(signedAt.toISOString(), '2026-11-23T04:40:05.000Z', 'to the second')
      t.equal(signed.replace(/<ds:Signature .*<\/ds:Signature>/s, ''), xml, 'every other byte is as it was')
    })
  }

  t.test(`${kind}: what is changed afterwards is found`, async (t) => {
    const signed = Buffer.from(await signXades(AUTH_TOKEN_REQUEST, signer, AT)).toString()
    const changes: Readonly<Record<string, readonly [string | RegExp, string]>> = {
      'the document': ['5265877635', '5265877636'],
      'the time of signing': ['2026-11-23T04:40:05Z', '2026-11-23T04:40:06Z'],
      'the certificate that is named': [
        /(<xades:CertDigest>.*?<ds:DigestValue>).*?(<\/ds:DigestValue>)/,
        `$1${Buffer.alloc(32).toString('base64')}$2`,
      ],
      "the document's digest": [/(URI="">.*?<ds:DigestValue>)[^<]*/, `$1${Buffer.alloc(32).toString('base64')}`],
      'the value': [/(<ds:SignatureValue>)[^<]{4}/, '$1AAAA'],
      'its certificate': [
        /(<ds:X509Certificate>)[^<]*/,
        `$1${SIGNERS[kind === 'RSA' ? 'ECDSA' : 'RSA'].certificate.raw.toString('base64')}`,
      ],
    }
    for (const [what, [from, to]] of Object.entries(changes)) {
      const changed = signed.replace(from, to)
      t.not(changed, signed, what)
      await t.rejects(verifyXades(changed), BadSignature, what)
    }
    await t.rejects(verifyXades(AUTH_TOKEN_REQUEST), BadSignature, 'no signature')
  })
}

t.test('every encoding in which ASCII is ASCII keeps its bytes', async (t) => {
  const xml = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><r>perché</r>', 'latin1')
  const signed = Buffer.from(await signXades(xml, SIGNERS.RSA, AT))
  t.ok(signed.includes(xml.subarray(0, -4)))
  const asUtf8 = signed.toString('latin1').replace('ISO-8859-1', 'UTF-8')
  t.ok(await verifyXades(asUtf8), 'the signature is over characters, not over bytes')
})

t.test('the issuer is named by RFC 4514, and what is not ASCII by numbers', async (t) => {
  const signed = Buffer.from(await signXades('<r><x/></r>', SIGNERS.ECDSA, AT)).toString()
  t.match(
    signed,
    `<ds:X509IssuerName>CN=Clearway test CA,2.5.4.97=#0c10564154504c2d35323635383737363335,OU=A &#38; B \\&#60;test\\&#62;,O=Zaufana Trzecia Strona &#321;&#243;d&#378;\\, S.A.,C=PL</ds:X509IssuerName>`,
  )
  t.match(signed, `<ds:X509SerialNumber>${String(0x9f3a5c7e11223344556677n)}</ds:X509SerialNumber>`)
})

t.test('what can not be signed is refused', async (t) => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<r>x</r>', 'utf16le')])
  await t.rejects(signXades(utf16, SIGNERS.RSA, AT), { message: /UTF-16/ })
  await t.rejects(signXades('<r/>', SIGNERS.RSA, AT), { message: /empty/ })
  await t.rejects(signXades('<r>x</r><?a </r> ?>', SIGNERS.RSA, AT), { message: /processing instruction/ })
  await t.rejects(signXades('<r>x</s>', SIGNERS.RSA, AT), { message: /tag mismatch/ })
})
