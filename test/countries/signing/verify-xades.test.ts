import { generateKeyPairSync, webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DOMImplementation, DOMParser, XMLSerializer } from '@xmldom/xmldom'
import fc from 'fast-check'
import t from 'tap'
import { Application, setNodeDependencies, SignedXml } from 'xadesjs'
import { readSigner } from '../../../src/countries/signing/signer.js'
import { certificatesIn, distrust } from '../../../src/countries/signing/trust.js'
import { verifyXades } from '../../../src/countries/signing/verify-xades.js'
import { signXades } from '../../../src/countries/signing/xades.js'
import { signedBySdi } from '../../standins/sdi/signed.js'
import { signingFile } from './signing-file.js'

setNodeDependencies({ DOMParser, XMLSerializer, DOMImplementation })
Application.setEngine('node', webcrypto)

const PASSPHRASE = 'hasło1'
const RSA = readSigner({ pkcs12: signingFile('rsa.p12'), passphrase: PASSPHRASE })
const EC = readSigner({ pkcs12: signingFile('ec.p12'), passphrase: PASSPHRASE })
const RECEIPT =
  '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/xsl" href="RC_v1.0.xsl"?>\n' +
  '<types:RicevutaConsegna xmlns:types="http://www.fatturapa.gov.it/sdi/messaggi/v1.0" xmlns:b="urn:b" versione="1.0">\n' +
  '  <IdentificativoSdI>111</IdentificativoSdI><!-- a remark -->\n  <NomeFile>IT01234567890_11111.xml.p7m</NomeFile>\n' +
  '  <Destinatario><Codice>AAA111</Codice><Descrizione>Città &amp; Łódź</Descrizione></Destinatario>\n</types:RicevutaConsegna>'
const verdict = (xml: string | Uint8Array) => verifyXades(Buffer.from(xml))
const signed = signedBySdi(RECEIPT, RSA)

t.test('signatures of several programs are valid', async (t) => {
  t.match(verdict(signed), { kind: 'valid', certificates: [RSA.certificate.raw] }, 'as SdI signs')
  for (const signer of [RSA, EC]) {
    t.match(verdict(await signXades(RECEIPT, signer, new Date())), { kind: 'valid' }, 'exclusive canonicalization')
    t.match(verdict(await byLibrary(RECEIPT)), { kind: 'valid' }, 'by another library')
  }
})

/** Signed by xadesjs, with inclusive canonicalization. */
async function byLibrary(xml: string): Promise<string> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const pkcs8 = RSA.privateKey.export({ type: 'pkcs8', format: 'der' })
  const key = await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign'])
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  const certificate = RSA.certificate.raw.toString('base64')
  const signature = await new SignedXml().Sign(algorithm, key, document, {
    references: [{ hash: 'SHA-256', uri: '', transforms: ['enveloped', 'c14n'] }],
    x509: [certificate],
    signingCertificate: certificate,
  })
  document.documentElement?.appendChild(signature.GetXml() as never)
  return new XMLSerializer().serializeToString(document)
}

t.test('the official samples have no signature', (t) => {
  for (const kind of ['AT', 'DT', 'EC', 'MC', 'MT', 'NE', 'NS', 'RC', 'SE']) {
    const file = `../shared/governments/data/it/samples/IT01234567890_11111_${kind}_001.xml`
    t.same(verdict(readFileSync(file)), { kind: 'absent' }, kind)
  }
  t.end()
})

t.test('a change anywhere outside the signature is found', (t) => {
  const from = signed.indexOf('<ds:Signature')
  const to = signed.indexOf('</ds:Signature>') + '</ds:Signature>'.length
  const places = [...signed].flatMap((letter, place) =>
    /[a-zA-Z0-9]/.test(letter) && place > RECEIPT.indexOf('<types') && (place < from || place >= to) ? [place] : [],
  )
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.constantFrom('Q', '7'), (place, letter) => {
      const remark = signed.indexOf('a remark')
      fc.pre(signed[place] !== letter && (place < remark || place >= remark + 8))
      return verdict(signed.slice(0, place) + letter + signed.slice(place + 1)).kind === 'invalid'
    }),
  )
  t.end()
})

t.test('a change anywhere within the signature is found, but for the shape of Base64', (t) => {
  for (const [what, text] of [
    ['the time', '2026-11-22T10:00:00Z'],
    ['a digest', 'reference-document" URI'],
    ['the certificate', RSA.certificate.raw.toString('base64').slice(200, 220)],
    ['the name of a method', 'rsa-sha256'],
    ['the id of the signed properties', 'SignedProperties_1'],
  ] as const) {
    const at = signed.indexOf(text)
    t.not(at, -1)
    const other = signed[at + 1] === 'A' ? 'B' : 'A'
    t.match(verdict(signed.slice(0, at + 1) + other + signed.slice(at + 2)), { kind: 'invalid' }, what)
  }
  t.end()
})

t.test('a signature that covers something else than the whole document is worth nothing', (t) => {
  const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(signed)?.[0] ?? ''
  const root = signed.slice(signed.indexOf('<types'))
  const forged = '<IdentificativoSdI>999</IdentificativoSdI>'
  const table: Readonly<Record<string, readonly [string, RegExp]>> = {
    'the signed document within another': [
      `<types:RicevutaScarto xmlns:types="urn:x">${forged}${root}</types:RicevutaScarto>`,
      /not directly/,
    ],
    'moved out of the original': [
      `<r>${forged}<x>${root.replace(signature, '')}</x>${signature.replace('<ds:Signature ', '<ds:Signature xmlns:types="urn:x" ')}</r>`,
      /changed|match/,
    ],
    'two signatures': [signed.replace(signature, signature + signature), /several/],
    'a part by its id': [
      signedBySdi(RECEIPT.replace('<Destinatario>', '<Destinatario Id="part">'), RSA, { documentUri: '#part' }),
      /whole document/,
    ],
    'an id that occurs twice': [
      signedBySdi(RECEIPT.replace('<Destinatario>', '<Destinatario Id="SignedProperties_1">'), RSA),
      /another part/,
    ],
    'a file elsewhere': [signedBySdi(RECEIPT, RSA, { documentUri: 'file:///etc/passwd' }), /whole document/],
    'another selection': [signedBySdi(RECEIPT, RSA, { path: '/descendant::IdentificativoSdI' }), /is not supported/],
    'no signed properties': [signedBySdi(RECEIPT, RSA, { propertiesType: 'urn:other' }), /not XAdES-BES/],
    'another certificate': [signedBySdi(RECEIPT, RSA, { named: EC.certificate.raw }), /name another certificate/],
    'SHA-1': [signedBySdi(RECEIPT, RSA, { digestMethod: 'http://www.w3.org/2000/09/xmldsig#sha1' }), /not supported/],
    'the key of another': [
      signedBySdi(RECEIPT, { ...RSA, privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }),
      /value does not match/,
    ],
  }
  for (const [what, [xml, reason]] of Object.entries(table)) {
    t.match(verdict(xml), { kind: 'invalid', reason }, what)
  }
  t.end()
})

t.test('a document without a canonical form has no valid signature', (t) => {
  const odd = signed.replace('xmlns:b="urn:b"', 'xmlns:b="../b"')
  t.not(odd, signed)
  t.match(verdict(odd), { kind: 'invalid', reason: /no canonical form/ })
  t.end()
})

t.test('hostile documents end soon', (t) => {
  const bomb = `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(1000)}">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${'&a;'.repeat(20)}">`).join('')}]>`
  const table: readonly string[] = [
    '',
    'no XML',
    `<r>${'x'.repeat(1024 * 1024)}</r>`,
    '<r>'.repeat(5_000) + '</r>'.repeat(5_000),
    `${bomb}<r>${'&a8;'.repeat(1000)}</r>`,
  ]
  for (const xml of table) t.not(verdict(xml).kind, 'valid')
  const many = signed.replace(/<ds:Reference Id="reference-keyinfo".*?<\/ds:Reference>/s, (one) => one.repeat(1000))
  t.match(verdict(many), { kind: 'invalid', reason: /over 5 references/ })
  const certificates = signed.replace(/<ds:X509Certificate>.*?<\/ds:X509Certificate>/s, (one) => one.repeat(1000))
  t.match(verdict(certificates), { kind: 'invalid', reason: /over 10 certificates/ })
  t.end()
})

t.test('only an authority of the file makes a certificate trusted', async (t) => {
  const at = new Date((Date.parse(RSA.certificate.validFrom) + Date.parse(RSA.certificate.validTo)) / 2)
  t.equal(distrust([RSA.certificate], [RSA.certificate], at), null)
  t.match(distrust([RSA.certificate], [EC.certificate], at), /no authority/)
  t.match(distrust([RSA.certificate], [RSA.certificate], new Date('2000-01-01')), /not valid on 2000-01-01/)
  t.match(distrust([], [RSA.certificate], at), /no authority/)
  const [one, other, ...more] = certificatesIn(signingFile('rsa-chain.pem').toString())
  t.same(more, [])
  const authority = one?.raw.equals(RSA.certificate.raw) === true ? other : one
  t.ok(authority)
  if (authority === undefined) return
  t.equal(distrust([RSA.certificate], [EC.certificate, authority], at), null, 'which issued it')
  t.equal(distrust([EC.certificate], [authority], at), null)
  t.match(distrust([authority], [RSA.certificate], at), /no authority/, 'not the other way round')
  t.same(certificatesIn('nothing'), [])
})
