import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import t from 'tap'
import { ARTEFACTS, hasArtefacts } from '../../../support/official-artefacts.js'
import { officialSchema } from '../../../support/official-schema.js'
import { signedFile } from '../../../support/cades.js'
import { selfSignedAround } from '../../../support/certificate.js'
import { verifyXades } from '../../../support/xades.js'
import { documentOf } from '../sound-invoice.js'
import { ADMINISTRATION, markedAsSigned, worldOf } from './world.js'

const invoice = { customer: ADMINISTRATION }
const xml = documentOf(invoice)

t.test('the call of RiceviFile obeys the official types', async (t) => {
  if (!hasArtefacts(t, 'the schema of RiceviFile')) return
  const world = await worldOf(t)
  await world.sent(world.submission())
  const [envelope = ''] = world.sdi.requests
  const [payload = ''] = /<types:fileSdIAccoglienza.*<\/types:fileSdIAccoglienza>/s.exec(envelope) ?? []
  const folder = join(ARTEFACTS, '..', 'governments', 'data', 'it', 'wsdl', 'SdIRiceviFile')
  const schema = XmlDocument.fromString(readFileSync(join(folder, 'TrasmissioneTypes_v1.0.xsd'), 'utf8'))
  const validator = XsdValidator.fromDoc(schema)
  const document = XmlDocument.fromString(payload)
  t.doesNotThrow(() => validator.validate(document))
  const broken = XmlDocument.fromString(payload.replace('<NomeFile>', '<NomeFile>?'))
  t.throws(() => validator.validate(broken), 'and the schema judges')
  const wsdl = readFileSync(join(folder, 'SdIRiceviFile_v1.0.wsdl'), 'utf8')
  t.ok(wsdl.includes('soapAction="http://www.fatturapa.it/SdIRiceviFile/RiceviFile"'))
  for (const one of [document, broken, schema]) one.dispose()
})

t.test('to an administration the file is signed', async (t) => {
  const world = await worldOf(t)
  const { cert, key } = selfSignedAround(world.now(), 'signer.example')
  const credentials = { ...world.sdi.credentials, signingCertificate: cert, signingKey: key }
  const submission = world.submission({ invoice, xml, credentials })
  const decision = await world.decided(submission)
  t.match(decision, { kind: 'accepted', govMessage: 'Notifica di esito: EC01 (accettazione)' })
  const [file] = world.sdi.received
  const signed = file?.bytes.toString() ?? ''
  t.match(await verifyXades(signed), { signedAt: world.now() })
  t.match(file?.name, /^IT01879020517_C0000\.xml$/)
  t.equal(signed.replace(/<ds:Signature .*<\/ds:Signature>/s, ''), xml, 'nothing else has changed')
  if (hasArtefacts(t, 'the schema of FatturaPA')) t.same(officialSchema('it').faults(signed), [])
})

t.test('a lost answer of a signed file is as good as any other', async (t) => {
  const world = await worldOf(t)
  const { cert, key } = selfSignedAround(world.now(), 'signer.example')
  const credentials = { ...world.sdi.credentials, signingCertificate: cert, signingKey: key }
  const submission = world.submission({ invoice, xml, credentials })
  world.sdi.faults({ on: 'file', times: 1, does: { kind: 'lost' } })
  await world.gateway.submit(submission)
  const uploadId = await world.sent(submission)
  await world.sdi.deliver()
  t.match(await world.poll(submission, uploadId), { kind: 'accepted', govId: '16000000001' })
  const [first, second] = world.sdi.received
  t.not(first?.sha256, second?.sha256, 'signed again')
})

t.test('a certificate for signing that is no use', async (t) => {
  const world = await worldOf(t)
  const { cert } = selfSignedAround(world.now(), 'signer.example')
  const { key } = selfSignedAround(world.now(), 'other.example')
  const credentials = { ...world.sdi.credentials, signingCertificate: cert, signingKey: key }
  t.match(await world.gateway.submit(world.submission({ invoice, xml, credentials })), {
    kind: 'unauthorized',
    needs: 'user',
    reason: /for signing is unusable/,
  })
  const old = selfSignedAround(new Date(world.now().getTime() - 7 * 24 * 3_600_000), 'signer.example')
  const expired = { ...world.sdi.credentials, signingCertificate: old.cert, signingKey: old.key }
  t.match(await world.gateway.submit(world.submission({ invoice, xml, credentials: expired })), {
    kind: 'unauthorized',
    needs: 'user',
    reason: /for signing expired on 20/,
  })
  t.equal(world.sdi.received.length, 0)
})

t.test('a document that bears its signature goes out as it is', async (t) => {
  const world = await worldOf(t)
  const submission = world.submission({ invoice, xml: markedAsSigned(xml) })
  t.match(await world.decided(submission), { kind: 'accepted' })
  t.same(world.sdi.received[0]?.bytes.toString(), markedAsSigned(xml))
})

t.test('a document that can not be signed', async (t) => {
  const world = await worldOf(t)
  const { cert, key } = selfSignedAround(world.now(), 'signer.example')
  const credentials = { ...world.sdi.credentials, signingCertificate: cert, signingKey: key }
  const submission = world.submission({ invoice, xml: `${xml}<?end?>`, credentials })
  t.match(await world.gateway.submit(submission), { kind: 'refused', errorMessage: /^CW-IT-SIGNABLE/ })
})

t.test('a file that its issuer signed by CAdES goes out byte for byte, as .xml.p7m', async (t) => {
  const world = await worldOf(t)
  const file = signedFile(Buffer.from(xml), selfSignedAround(world.now(), 'issuer.example'))
  // No certificate for signing is needed, although the customer is an administration.
  const submission = { ...world.submission({ invoice, xml }), xml: file }
  t.match(await world.gateway.submit(submission), { kind: 'submitted' })
  const [received] = world.sdi.received
  t.match(received?.name, /^IT01879020517_C0000\.xml\.p7m$/)
  t.ok(received?.bytes.equals(file))
  t.match(
    world.mailbox.expected.map(({ reference }) => reference),
    [/IT01879020517_C0000\.xml$/, /./],
    'notifications name it without the signature',
  )
})
