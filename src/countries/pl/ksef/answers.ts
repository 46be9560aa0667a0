import type { HttpAnswer } from '../../gateway/government-http.js'
import { type Json, numberIn, objectIn, objectsIn, textIn, textsIn } from './json.js'

/** One error of a call: `21405: Błąd walidacji danych wejściowych.` with its details. */
export interface KsefFault {
  readonly code: number
  readonly description: string
  readonly details: readonly string[]
}

/** The content of a body, before it is interpreted. */
type Body =
  | { readonly kind: 'json'; readonly json: unknown }
  /** A page of a proxy or firewall before the service. */
  | { readonly kind: 'page' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable' }

const PAGE = /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body)\b/i
/** Enough to distinguish a page from an answer. */
const START_BYTES = 4096

/** Whether the bytes are a page of HTML. */
export function isPage(bytes: Uint8Array): boolean {
  return PAGE.test(Buffer.from(bytes.subarray(0, START_BYTES)).toString('utf8'))
}

/** Reads the body of an answer. Never throws: a body may be anything. */
export function readBody({ bytes }: Pick<HttpAnswer, 'bytes'>): Body {
  if (bytes.length === 0) return { kind: 'empty' }
  if (isPage(bytes)) return { kind: 'page' }
  try {
    return { kind: 'json', json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { kind: 'unreadable' }
  }
}

/**
 * The errors of a call in either form: problem details, which we request, and KSeF's older form.
 */
export function faultsIn(json: unknown): readonly KsefFault[] {
  const answer = objectIn(json) ?? {}
  const problems = objectsIn(answer['errors']).map((error) => faultOf(error, 'code', 'description'))
  if (problems.length > 0) return problems.flatMap((fault) => fault ?? [])
  return objectsIn(objectIn(answer['exception'])?.['exceptionDetailList'])
    .map((error) => faultOf(error, 'exceptionCode', 'exceptionDescription'))
    .flatMap((fault) => fault ?? [])
}

function faultOf(error: Json, code: string, description: string): KsefFault | null {
  const number = numberIn(error[code])
  if (number === null) return null
  return { code: number, description: textIn(error[description]) ?? '', details: textsIn(error['details']) }
}

/** KSeF's status of an authentication, a session or an invoice. */
export interface KsefStatus extends KsefFault {
  readonly extensions: Json
}

/** The status in an answer; null: there is none. */
export function statusIn(answer: Json): KsefStatus | null {
  const status = objectIn(answer['status'])
  const code = numberIn(status?.['code'])
  if (status === null || code === null) return null
  return {
    code,
    description: textIn(status['description']) ?? '',
    details: textsIn(status['details']),
    extensions: objectIn(status['extensions']) ?? {},
  }
}

/**
 * In one line, in the form of the catalogue of rejections:
 * `450: Błąd weryfikacji semantyki dokumentu faktury; Nieprawidłowy XML`.
 */
export function inWords({ code, description, details }: KsefFault): string {
  return [`${code}: ${description}`, ...details].map(plain).join('; ')
}

function plain(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ').trim()
}
