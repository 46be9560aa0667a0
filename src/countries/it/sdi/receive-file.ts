import { hash } from 'node:crypto'
import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { ClientIdentity, GovernmentHttp, HttpAnswer, HttpOutcome } from '../../gateway/government-http.js'
import { judgedStatus, notUnderstood, outage, quoted, refusedChannel, unanswered } from './failures.js'
import { writePackage } from './mime.js'
import { BadSoap, envelope, faultIn, packageTypeOf, readSoap, ROOT_PART_TYPE, type SoapMessage } from './soap.js'
import { WAITS } from './waits.js'
import { localName, textOf } from './xml-names.js'

/** Timeout for a file in milliseconds. */
const SEND_MS = 60_000
const ANSWER_BYTES = 256 * 1024

const ACTION = '"http://www.fatturapa.it/SdIRiceviFile/RiceviFile"'
const TYPES = 'http://www.fatturapa.gov.it/sdi/ws/trasmissione/v1.0/types'
const ROOT_ID = 'envelope@clearway'
const FILE_ID = 'file@clearway'

/** A file for SdI. */
interface SentFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Calls `RiceviFile` of the service SdIRiceviFile (WSDL 1.0) as a package of MTOM. */
export function sendFile(
  http: GovernmentHttp,
  address: string,
  identity: ClientIdentity,
  { name, bytes }: SentFile,
  mayBegin: () => boolean,
): Promise<HttpOutcome> {
  const include = `<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:${FILE_ID}"/>`
  const xml = envelope(
    `<types:fileSdIAccoglienza xmlns:types="${TYPES}"><NomeFile>${name}</NomeFile><File>${include}</File></types:fileSdIAccoglienza>`,
  )
  // The hash of the file does not occur in it.
  const boundary = `cw-${hash('sha256', bytes)}`
  const parts = [
    { contentId: ROOT_ID, contentType: ROOT_PART_TYPE, bytes: Buffer.from(xml) },
    { contentId: FILE_ID, contentType: 'application/octet-stream', bytes },
  ]
  return http.send({
    method: 'POST',
    url: address,
    headers: {
      'content-type': packageTypeOf(boundary, ROOT_ID),
      soapaction: ACTION,
      accept: 'multipart/related, text/xml',
    },
    body: writePackage(parts, boundary),
    timeoutMs: SEND_MS,
    maxBytes: ANSWER_BYTES,
    mayBegin,
    identity,
  })
}

/** SdI's response to a file. */
type FileAnswer =
  | { readonly kind: 'taken'; readonly id: string }
  /** EI01, as its list of errors words it: SdI saw no file. */
  | { readonly kind: 'empty'; readonly errorMessage: string }
  /** EI03: SdI has not looked at the file. */
  | { readonly kind: 'not-enabled'; readonly outcome: NoAnswer }
  /** Whether SdI has taken the file is not known. */
  | { readonly kind: 'unknown'; readonly outcome: NoAnswer }

/** Judges a response, with any namespace prefixes and packaging. */
export function readAnswer(answer: HttpAnswer, tools: GatewayTools): FileAnswer {
  const byStatus = judgedStatus(answer, tools)
  if (byStatus !== null) return { kind: 'unknown', outcome: byStatus }
  const message = messageIn(answer)
  if (message === null) return { kind: 'unknown', outcome: withoutMessage(answer, tools) }
  const fault = faultIn(message)
  if (fault !== null) {
    const reason = `SdI responded with a SOAP fault: ${quoted(`${fault.code} ${fault.text}`.trim())}`
    // If SdI refuses one call, the calls of others continue.
    const outcome = /^Client/i.test(fault.code) ? unanswered(reason, WAITS.outage, tools) : outage(reason, tools)
    return { kind: 'unknown', outcome }
  }
  if (answer.status !== 200) return { kind: 'unknown', outcome: withoutMessage(answer, tools) }
  return judged(message, tools)
}

function messageIn({ bytes, headers }: HttpAnswer): SoapMessage | null {
  try {
    return readSoap(bytes, headers['content-type'] ?? '')
  } catch (error) {
    if (error instanceof BadSoap) return null
    throw error
  }
}

function withoutMessage({ status, bytes }: HttpAnswer, tools: GatewayTools): NoAnswer {
  if (status >= 500) return outage(`SdI responded with HTTP ${status}`, tools)
  if (bytes.length === 0) return unanswered(`SdI responded with HTTP ${status} and an empty body`, WAITS.outage, tools)
  const isPage = /^\s*<(?:!doctype\s+html|html)\b/i.test(Buffer.from(bytes.subarray(0, 1000)).toString('latin1'))
  const what = `HTTP ${status}, ${isPage ? 'an HTML page' : `${bytes.length} bytes that are not a message of SdI`}`
  return isPage ? unanswered(`SdI responded with ${what}`, WAITS.outage, tools) : notUnderstood(what, tools)
}

function judged({ payload }: SoapMessage, tools: GatewayTools): FileAnswer {
  const unknown = (what: string): FileAnswer => ({ kind: 'unknown', outcome: notUnderstood(what, tools) })
  if (localName(payload) !== 'rispostaSdIRiceviFile') return unknown('another message than rispostaSdIRiceviFile')
  const error = textOf(payload, 'Errore')
  switch (error) {
    case undefined: {
      const id = textOf(payload, 'IdentificativoSdI') ?? ''
      return /^[0-9]{1,12}$/.test(id) && !/^0+$/.test(id)
        ? { kind: 'taken', id: String(BigInt(id)) }
        : unknown('a response without IdentificativoSdI')
    }
    case 'EI01':
      return { kind: 'empty', errorMessage: 'EI01: FILE VUOTO' }
    case 'EI02':
      return { kind: 'unknown', outcome: outage('SdI: EI02 SERVIZIO NON DISPONIBILE', tools) }
    case 'EI03':
      return { kind: 'not-enabled', outcome: refusedChannel('SdI: EI03 UTENTE NON ABILITATO') }
    default:
      return unknown(`the error ${error}`)
  }
}
