import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { ClientIdentity, GovernmentHttp, HttpAnswer, HttpOutcome } from '../../gateway/government-http.js'
import { notUnderstood, outage, refusedChannel } from './failures.js'
import type { SoapMessage } from './soap.js'
import { callWithFile, messageIn } from './soap-call.js'
import { sdiNumber } from '../sdi-names.js'
import { localName, textOf } from '../xml-names.js'

const SERVICE = {
  action: 'http://www.fatturapa.it/SdIRiceviFile/RiceviFile',
  types: 'http://www.fatturapa.gov.it/sdi/ws/trasmissione/v1.0/types',
  element: 'fileSdIAccoglienza',
} as const

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
  const head = `<NomeFile>${name}</NomeFile>`
  return callWithFile(http, { ...SERVICE, address, identity, head, bytes, mayBegin })
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
  const said = messageIn(answer, tools)
  return said.kind === 'message' ? judged(said.message, tools) : { kind: 'unknown', outcome: said.outcome }
}

function judged({ payload }: SoapMessage, tools: GatewayTools): FileAnswer {
  const unknown = (what: string): FileAnswer => ({ kind: 'unknown', outcome: notUnderstood(what, tools) })
  if (localName(payload) !== 'rispostaSdIRiceviFile') return unknown('another message than rispostaSdIRiceviFile')
  const error = textOf(payload, 'Errore')
  switch (error) {
    case undefined: {
      const id = sdiNumber(textOf(payload, 'IdentificativoSdI') ?? '')
      return id === null || id === '0' ? unknown('a response without IdentificativoSdI') : { kind: 'taken', id }
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
