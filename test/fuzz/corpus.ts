import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import forge from 'node-forge'
import { readSigner } from '../../src/countries/signing/signer.js'
import { SEALED_PROOF } from '../../src/http/api/openapi/examples/proof.js'
import { signingFile } from '../countries/signing/signing-file.js'
import { signedBySdi } from '../standins/sdi/signed.js'
import { selfSigned } from '../support/certificate.js'
import { foreignPdf } from '../support/foreign-pdf.js'
import { ARTEFACTS, GOVERNMENTS } from '../support/official-artefacts.js'
import { joined } from './parts.js'

const root = join(import.meta.dirname, '../../..')
/** The files that `record.ts` has written. */
export const RECORDED = join(root, 'test/fuzz/recorded')
/** The content of the recorded time stamp. */
export const STAMPED = 'what is stamped'
const LARGEST_SAMPLE = 64 * 1024

function filesUnder(folder: string, ending: string): readonly Buffer[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => readFileSync(join(folder, name)))
    .filter(({ length }) => length <= LARGEST_SAMPLE)
}

/** Some of the official examples in a folder; none where the artefacts are not there. */
function official(folder: string, most: number): readonly Buffer[] {
  if (!existsSync(folder)) return []
  const all = filesUnder(folder, '.xml')
  return all.filter((_, index) => index % Math.ceil(all.length / most) === 0)
}

const texts = (...all: readonly string[]): readonly Buffer[] => all.map((text) => Buffer.from(text))

/** Invoices as the service writes them, of every country and format, and official examples. */
export const documents = (): readonly Buffer[] => [
  ...filesUnder(join(root, 'test/golden'), '.xml'),
  ...['be', 'de', 'en', 'fr', 'it', 'pl', 'ro'].flatMap((of) => official(join(ARTEFACTS, 'examples', of), 6)),
]
/** Hybrid invoices as other programs write them, with compressed objects and with plain ones. */
export const pdfs = (): readonly Buffer[] =>
  ['fr/01-domestic-services', 'de/15-zugferd-en16931', 'de/16-zugferd-extended'].flatMap((name) => {
    const xml = readFileSync(join(root, 'test/golden', `${name}.cii.xml`))
    return [foreignPdf(xml), foreignPdf(xml, { level: 'EXTENDED' }, true)]
  })
/** Requests as clients send them. */
export const requests = (): readonly Buffer[] => filesUnder(join(root, 'samples'), '.json')

const NOTIFICATION = `<?xml version="1.0" encoding="UTF-8"?>
<ns3:RicevutaConsegna xmlns:ns3="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fattura/messaggi/v1.0" versione="1.0">
  <IdentificativoSdI>111</IdentificativoSdI><NomeFile>IT01234567890_11111.xml.p7m</NomeFile>
  <DataOraRicezione>2026-11-20T12:00:00Z</DataOraRicezione><DataOraConsegna>2026-11-20T12:01:00Z</DataOraConsegna>
  <Destinatario><Codice>AAAAAA</Codice><Descrizione>Amministrazione</Descrizione></Destinatario>
  <MessageId>123456</MessageId>
</ns3:RicevutaConsegna>`
const REJECTION = NOTIFICATION.replaceAll('RicevutaConsegna', 'NotificaScarto').replace(
  '<MessageId>',
  '<ListaErrori><Errore><Codice>00100</Codice><Descrizione>Certificato di firma scaduto</Descrizione></Errore></ListaErrori><MessageId>',
)

/** Notifications of SdI, bare and in the archive of an attestation. */
export const notifications = (): readonly Buffer[] => [
  ...texts(NOTIFICATION, REJECTION),
  Buffer.from(zipSync({ 'IT01234567890_11111_AT_001.xml': strToU8(NOTIFICATION) }, { mtime: '2026-01-01' })),
  ...official(join(GOVERNMENTS, 'data/it/samples'), 20),
]

/** The same with signatures. */
export const signedNotifications = (): readonly Buffer[] => {
  const signer = readSigner({ pkcs12: signingFile('rsa.p12'), passphrase: 'hasło1' })
  return texts(...[NOTIFICATION, REJECTION].map((xml) => signedBySdi(xml, signer)))
}

const ENVELOPE = `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:typ="http://www.fatturapa.gov.it/sdi/ws/trasmissione/v1.0/types">
<soapenv:Body><typ:ricevutaConsegna><IdentificativoSdI>111</IdentificativoSdI><NomeFile>IT01_1_RC_001.xml</NomeFile>
<File>${Buffer.from(NOTIFICATION).toString('base64')}</File></typ:ricevutaConsegna></soapenv:Body></soapenv:Envelope>`
const MTOM = [
  ...['--b', 'Content-Type: application/xop+xml; charset=UTF-8; type="text/xml"', 'Content-ID: <root@x>', ''],
  ENVELOPE.replace(
    /<File>.*<\/File>/,
    '<File><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:file@x"/></File>',
  ),
  ...['--b', 'Content-Type: application/octet-stream', 'Content-ID: <file@x>', '', NOTIFICATION, '--b--', ''],
].join('\r\n')

/** SOAP as SdI sends it, bare and as MTOM with the boundary `b`. */
export const soap = (): readonly Buffer[] => texts(ENVELOPE, MTOM)

/** Answers of ANAF. */
export const anaf = (): readonly Buffer[] =>
  texts(
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" dateResponse="202611201200" ExecutionStatus="0" index_incarcare="5001"/>',
    '<header xmlns="mfp:anaf:dgti:spv:stareMesajFactura:v1" stare="nok" id_descarcare="3001"><Errors errorMessage="E: cod BR-01"/></header>',
    '{"mesaje":[{"data_creare":"202611201200","cif":"8000000000","id_solicitare":"5001","detalii":"Erori","tip":"ERORI FACTURA","id":"3001"}],"serial":"1","cui":"1","titlu":"Lista"}',
    '{"eroare":"Nu exista mesaje","titlu":"Lista Mesaje"}',
    '<!DOCTYPE html><html><body>Request Rejected</body></html>',
  )

/** Answers of KSeF. */
export const ksef = (): readonly Buffer[] =>
  texts(
    '{"exception":{"exceptionDetailList":[{"exceptionCode":21405,"exceptionDescription":"Błąd","details":["x"]}],"timestamp":"2026-11-20T12:00:00Z"}}',
    '{"status":{"code":440,"description":"Duplikat","details":["a"],"extensions":{"originalKsefNumber":"1"}},"ksefNumber":"5265877635-20260101-ABCDEF-01"}',
    '{"errors":[{"code":9,"description":"d","details":[]}]}',
  )

/** Messages of French platforms and of Peppol. */
export const messages = (): readonly Buffer[] => [
  ...official(join(GOVERNMENTS, 'data/fr/cdar'), 10),
  ...texts(
    `<rsm:CrossDomainAcknowledgementAndResponse xmlns:rsm="urn:a" xmlns:ram="urn:b" xmlns:udt="urn:c"><rsm:ExchangedDocument><ram:RecipientTradeParty><ram:GlobalID schemeID="0002">123456789</ram:GlobalID><ram:RoleCode>SE</ram:RoleCode></ram:RecipientTradeParty></rsm:ExchangedDocument><rsm:AcknowledgementDocument><ram:IssueDateTime><udt:DateTimeString format="204">20261120120000</udt:DateTimeString></ram:IssueDateTime><ram:ReferenceReferencedDocument><ram:IssuerAssignedID>F-1</ram:IssuerAssignedID><ram:FormattedIssueDateTime><udt:DateTimeString format="102">20261120</udt:DateTimeString></ram:FormattedIssueDateTime><ram:ProcessConditionCode>210</ram:ProcessConditionCode><ram:ProcessCondition>Refusée</ram:ProcessCondition><ram:SpecifiedDocumentStatus><ram:ReasonCode>TX_TVA</ram:ReasonCode></ram:SpecifiedDocumentStatus></ram:ReferenceReferencedDocument></rsm:AcknowledgementDocument></rsm:CrossDomainAcknowledgementAndResponse>`,
    `<StandardBusinessDocument xmlns="urn:sbdh"><StandardBusinessDocumentHeader><Sender><Identifier Authority="iso6523-actorid-upis">0208:0403170701</Identifier></Sender><Receiver><Identifier>0208:1</Identifier></Receiver><DocumentIdentification><InstanceIdentifier>0b7ee5b2-0d0b-4d2e-9d2e-2c2d6f7b8a90</InstanceIdentifier></DocumentIdentification></StandardBusinessDocumentHeader><ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" xmlns:cac="u" xmlns:cbc="v"><cbc:ID>1</cbc:ID><cac:DocumentResponse><cac:Response><cbc:ResponseCode>RE</cbc:ResponseCode><cac:Status><cbc:StatusReasonCode>BV</cbc:StatusReasonCode></cac:Status></cac:Response><cac:DocumentReference><cbc:ID>F-1</cbc:ID></cac:DocumentReference><cac:LineResponse><cac:LineReference><cbc:LineID>NA</cbc:LineID></cac:LineReference></cac:LineResponse></cac:DocumentResponse></ApplicationResponse></StandardBusinessDocument>`,
  ),
]

/** Archives, stored and deflated. */
export const archives = (): readonly Buffer[] =>
  ([0, 6] as const).map((level) =>
    Buffer.from(
      zipSync({ 'a.xml': [strToU8(NOTIFICATION), { level }], 'b/c.txt': strToU8('x') }, { mtime: '2026-01-01' }),
    ),
  )

/** A certificate and a key in one PEM text. New at each run. */
export const pems = (): readonly Buffer[] => {
  const { key, cert } = selfSigned('localhost')
  return texts(`${cert}\n${key}`)
}

/** Key stores with the passphrase `secret`. New at each run. */
export const keyStores = (): readonly Buffer[] => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = forge.pki.privateKeyFromPem(privateKey.export({ format: 'pem', type: 'pkcs1' }).toString())
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.rsa.setPublicKey(key.n, key.e)
  certificate.serialNumber = '01'
  certificate.validity.notAfter.setFullYear(2099)
  certificate.setSubject([{ name: 'commonName', value: 'test' }])
  certificate.setIssuer([{ name: 'commonName', value: 'test' }])
  certificate.sign(key, forge.md.sha256.create())
  return (['3des', 'aes256'] as const).map((algorithm) => {
    const store = forge.pkcs12.toPkcs12Asn1(key, [certificate], 'secret', { algorithm, count: 100 })
    return Buffer.from(forge.asn1.toDer(store).getBytes(), 'binary')
  })
}

/** The file that `record.ts` has written under a name. */
export const recorded = (name: string): readonly Buffer[] => [readFileSync(join(RECORDED, name))]

/** The files of the recorded archive, each a part of one input. */
export const archiveParts = (): readonly Buffer[] =>
  recorded('archive.zip').map((zip) =>
    joined(Object.entries(unzipSync(zip)).map(([name, body]) => ({ head: JSON.stringify({ name }), body }))),
  )

/** The lines of a file of the recorded archive. */
export const archiveLines = (name: string): readonly Buffer[] =>
  recorded('archive.zip').flatMap((zip) =>
    texts(
      ...Buffer.from(unzipSync(zip)[name] ?? [])
        .toString('utf8')
        .trim()
        .split('\n'),
    ),
  )

/** Proofs of an invoice, sealed and unsealed, and invalid ones. */
export const proofs = (): readonly Buffer[] =>
  texts(JSON.stringify(SEALED_PROOF), JSON.stringify({ ...SEALED_PROOF, sealed: false, seal: null }), 'null', '{}')

const WITH_UPO = `<?xml version="1.0" encoding="UTF-8"?><Potwierdzenie xmlns="http://upo.schematy.mf.gov.pl/KSeF/v4-3"><NazwaPodmiotuPrzyjmujacego>Ministerstwo Finansów</NazwaPodmiotuPrzyjmujacego><Dokument><NumerKSeFDokumentu>5265877635-20260101-ABCDEF-01</NumerKSeFDokumentu><SkrotDokumentu>AAAA</SkrotDokumentu></Dokument></Potwierdzenie>`

/** A confirmation (UPO) of KSeF. */
export const upos = (): readonly Buffer[] => texts(WITH_UPO)

/** A participant's entry in a register of Peppol. */
export const serviceGroups = (): readonly Buffer[] =>
  texts(
    `<smp:ServiceGroup xmlns:smp="http://busdox.org/serviceMetadata/publishing/1.0/" xmlns:id="http://busdox.org/transport/identifiers/1.0/"><id:ParticipantIdentifier scheme="iso6523-actorid-upis">0208:0403170701</id:ParticipantIdentifier><smp:ServiceMetadataReferenceCollection><smp:ServiceMetadataReference href="https://smp.example/iso6523-actorid-upis%3A%3A0208%3A0403170701/services/busdox-docid-qns%3A%3Aurn%3Aoasis%3A%3AInvoice%23%23urn%3A%3A2.1"/></smp:ServiceMetadataReferenceCollection></smp:ServiceGroup>`,
  )

/** Answers of a token endpoint, the second a renewal. */
export const tokenAnswers = (): readonly Buffer[] => {
  const jwt = `e30.${Buffer.from('{"exp":1795000000}').toString('base64url')}.AA`
  const answer = (status: number, value: unknown) => ({
    head: JSON.stringify({ status }),
    body: Buffer.from(JSON.stringify(value)),
  })
  const good = answer(200, { access_token: jwt, refresh_token: 'r', expires_in: 7_776_000 })
  // No number can be made of such an object.
  const odd = answer(200, { access_token: 'a', refresh_token: 'r', expires_in: { toString: null, valueOf: null } })
  return [joined([good, good]), joined([good, answer(400, { error: 'invalid_grant' })]), joined([odd, odd])]
}
