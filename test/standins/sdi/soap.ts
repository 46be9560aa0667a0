import { randomUUID } from 'node:crypto'

/** SOAP as SdI writes and reads it, by other means than the service's own. */

/** What a call of RiceviFile holds. */
interface ReceivedFile {
  readonly name: string
  readonly bytes: Buffer
  /** The call as one XML document, with the file in it in Base64. */
  readonly xml: string
}

const TYPES = 'http://www.fatturapa.gov.it/sdi/ws/trasmissione/v1.0/types'

/**
 * Reads a call of RiceviFile: a package with the file in a part of its own. A text: why it is
 * none.
 */
export function readCall(body: Buffer, contentType: string, soapAction: string): ReceivedFile | string {
  if (soapAction !== '"http://www.fatturapa.it/SdIRiceviFile/RiceviFile"') return 'no SOAPAction of RiceviFile'
  if (!/^multipart\/related;.*type="application\/xop\+xml"/.test(contentType)) return 'no package of MTOM'
  const boundary = /boundary="([^"]+)"/.exec(contentType)?.[1] ?? ''
  const pieces = body.toString('latin1').split(`--${boundary}`)
  if (pieces.length !== 4 || pieces[3]?.startsWith('--') !== true) return 'not two parts'
  const [root, file] = pieces.slice(1, 3).map((piece) => {
    const [, head = '', content = ''] = /^\r\n(.*?)\r\n\r\n(.*)\r\n$/s.exec(piece) ?? []
    return { id: /^Content-ID: <(.+)>$/im.exec(head)?.[1] ?? '', head, content: Buffer.from(content, 'latin1') }
  })
  if (root === undefined || file === undefined) return 'not two parts'
  if (/start="<([^>]+)>"/.exec(contentType)?.[1] !== root.id || !root.head.includes('application/xop+xml'))
    return 'no root'
  const xml = root.content.toString('utf8')
  const include = /<xop:Include [^>]*href="cid:([^"]+)"\s*\/>/.exec(xml)
  if (include?.[1] !== file.id) return 'no file'
  const name = /<NomeFile>([^<]*)<\/NomeFile>/.exec(xml)?.[1] ?? ''
  return { name, bytes: file.content, xml: xml.replace(include[0], file.content.toString('base64')) }
}

/** The answer of RiceviFile. */
export function answerXml(id: string, now: Date, error?: string): string {
  const errore = error === undefined ? '' : `<Errore>${error}</Errore>`
  return soap(
    `<ns3:rispostaSdIRiceviFile xmlns:ns3="${TYPES}"><IdentificativoSdI>${id}</IdentificativoSdI><DataOraRicezione>${now.toISOString()}</DataOraRicezione>${errore}</ns3:rispostaSdIRiceviFile>`,
  )
}

/** A fault. */
export function faultXml(code: string, text: string): string {
  return soap(
    `<SOAP-ENV:Fault><faultcode>SOAP-ENV:${code}</faultcode><faultstring>${text}</faultstring></SOAP-ENV:Fault>`,
  )
}

/** The element and SOAPAction of each kind of notification. */
const OPERATIONS = {
  RC: 'ricevutaConsegna',
  NS: 'notificaScarto',
  MC: 'notificaMancataConsegna',
  NE: 'notificaEsito',
  DT: 'notificaDecorrenzaTermini',
  AT: 'attestazioneTrasmissioneFattura',
} as const

/** The kind of a notification. */
export type NoticeKind = keyof typeof OPERATIONS

/** A call of TrasmissioneFatture, as a package. */
export function noticeCall(
  kind: NoticeKind,
  id: string,
  fileName: string,
  file: Buffer,
): { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer } {
  const element = OPERATIONS[kind]
  const cid = `${randomUUID()}@fatturapa.it`
  const xml = soap(
    `<ns2:${element} xmlns:ns2="${TYPES}"><IdentificativoSdI>${id}</IdentificativoSdI><NomeFile>${fileName}</NomeFile><File><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:${encodeURIComponent(cid)}"/></File></ns2:${element}>`,
  )
  const action = element.charAt(0).toUpperCase() + element.slice(1)
  const { headers, body } = packed(xml, [{ cid, bytes: file }])
  return { headers: { ...headers, soapaction: `"http://www.fatturapa.it/TrasmissioneFatture/${action}"` }, body }
}

/** A package of MTOM, as Java's libraries write them. */
export function packed(
  xml: string,
  files: readonly { readonly cid: string; readonly bytes: Buffer }[] = [],
): { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer } {
  const boundary = `uuid:${randomUUID()}`
  const root = `rootpart*${randomUUID()}@fatturapa.it`
  const part = (type: string, id: string, bytes: Buffer): Buffer[] => [
    Buffer.from(
      `\r\n--${boundary}\r\nContent-Id: <${id}>\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: binary\r\n\r\n`,
    ),
    bytes,
  ]
  const body = Buffer.concat([
    ...part('application/xop+xml;charset=utf-8;type="text/xml"', root, Buffer.from(xml)),
    ...files.flatMap(({ cid, bytes }) => part('application/octet-stream', cid, bytes)),
    Buffer.from(`\r\n--${boundary}--`),
  ])
  const contentType = `Multipart/Related; type="application/xop+xml";start="<${root}>";start-info="text/xml";boundary="${boundary}"`
  return { headers: { 'content-type': contentType }, body }
}

/** An envelope. */
export function soap(body: string): string {
  return `<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Header/><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`
}
