import { hash } from 'node:crypto'
import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { ClientIdentity, GovernmentHttp, HttpAnswer, HttpOutcome } from '../../gateway/government-http.js'
import { judgedStatus, notUnderstood, outage, quoted, unanswered } from './failures.js'
import { writePackage } from './mime.js'
import { BadSoap, envelope, faultIn, packageTypeOf, readSoap, ROOT_PART_TYPE, type SoapMessage } from './soap.js'
import { WAITS } from './waits.js'

/** Timeout for a file in milliseconds. */
const SEND_MS = 60_000
const ANSWER_BYTES = 256 * 1024
const ROOT_ID = 'envelope@clearway'
const FILE_ID = 'file@clearway'

/** A call of one of SdI's services with a file. */
interface FileCall {
  readonly address: string
  readonly identity: ClientIdentity
  /** The SOAPAction, without quotes. */
  readonly action: string
  /** The namespace of the message's element. */
  readonly types: string
  readonly element: string
  /** The message in front of the file, in XML. */
  readonly head: string
  readonly bytes: Uint8Array
  readonly mayBegin: () => boolean
}

/** Calls a service of SdI with a file, as a package of MTOM, with the channel's certificate. */
export function callWithFile(http: GovernmentHttp, call: FileCall): Promise<HttpOutcome> {
  const { address, identity, action, types, element, head, bytes, mayBegin } = call
  const include = `<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:${FILE_ID}"/>`
  const xml = envelope(`<types:${element} xmlns:types="${types}">${head}<File>${include}</File></types:${element}>`)
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
      soapaction: `"${action}"`,
      accept: 'multipart/related, text/xml',
    },
    body: writePackage(parts, boundary),
    timeoutMs: SEND_MS,
    maxBytes: ANSWER_BYTES,
    mayBegin,
    identity,
  })
}

/**
 * The message in a response, with any namespace prefixes and packaging; else why there is none:
 * whether SdI has taken the file is then not known.
 */
export function messageIn(
  answer: HttpAnswer,
  tools: GatewayTools,
): { readonly kind: 'message'; readonly message: SoapMessage } | { readonly kind: 'none'; readonly outcome: NoAnswer } {
  const byStatus = judgedStatus(answer, tools)
  if (byStatus !== null) return { kind: 'none', outcome: byStatus }
  const message = soapIn(answer)
  if (message === null) return { kind: 'none', outcome: withoutMessage(answer, tools) }
  const fault = faultIn(message)
  if (fault !== null) {
    const reason = `SdI responded with a SOAP fault: ${quoted(`${fault.code} ${fault.text}`.trim())}`
    // If SdI refuses one call, the calls of others continue.
    const outcome = /^Client/i.test(fault.code) ? unanswered(reason, WAITS.outage, tools) : outage(reason, tools)
    return { kind: 'none', outcome }
  }
  if (answer.status !== 200) return { kind: 'none', outcome: withoutMessage(answer, tools) }
  return { kind: 'message', message }
}

function soapIn({ bytes, headers }: HttpAnswer): SoapMessage | null {
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
