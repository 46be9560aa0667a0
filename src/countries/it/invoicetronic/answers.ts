import type { HttpAnswer } from '../../gateway/government-http.js'
import { stateOf, type Update } from './states.js'
import { itemsOf } from '../../../domain/json.js'

/** The fields used of a sent invoice at Invoicetronic. */
export interface Sent {
  readonly id: number
  readonly fileName: string | null
  /** IdentificativoSdI, once SdI has assigned it. */
  readonly identifier: string | null
  readonly attemptId: string | null
  /** The numbers of the invoices in it; null: unknown. */
  readonly numbers: readonly string[] | null
}

/** The remaining operations of an account; null: unknown. */
export interface AccountStatus {
  readonly kind: 'status'
  readonly operationsLeft: number | null
  readonly signaturesLeft: number | null
}

/** The name of the attempt in `meta_data` of an invoice. */
export const ATTEMPT = 'clearway_attempt'

type Json = Readonly<Record<string, unknown>>

/** A parsed JSON body; undefined: it is not JSON. */
export function jsonIn({ bytes }: HttpAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** Null: it is not a sent invoice. */
export function sentIn(value: unknown): Sent | null {
  if (!isObject(value)) return null
  const id = idIn(value['id'])
  if (id === null) return null
  return {
    id,
    fileName: textIn(value['file_name']),
    identifier: textIn(value['identifier']),
    attemptId: attemptIn(value),
    numbers: numbersIn(value['documents']),
  }
}

/** Null: it is not a status. */
export function statusIn(value: unknown): AccountStatus | null {
  if (!isObject(value)) return null
  const left = (name: string): number | null => (typeof value[name] === 'number' ? value[name] : null)
  return { kind: 'status', operationsLeft: left('operation_left'), signaturesLeft: left('signature_left') }
}

/** Null: it is not an update. */
export function updateIn(value: unknown): Update | null {
  if (!isObject(value)) return null
  const id = idIn(value['id'])
  const sendId = idIn(value['send_id'])
  const state = value['state']
  if (id === null || sendId === null || (typeof state !== 'string' && typeof state !== 'number')) return null
  const send = isObject(value['send']) ? value['send'] : {}
  const errors = itemsOf(value['errors'])
  return {
    id,
    sendId,
    state: stateOf(state),
    stateText: String(state),
    at: timeIn(value['last_update']),
    description: textIn(value['description']),
    errors: errors.filter(isObject).map((error) => ({
      code: textIn(error['code']) ?? numberText(error['code']),
      description: textIn(error['description']),
    })),
    identifier: textIn(send['identifier']),
    attemptId: attemptIn(send),
  }
}

/**
 * The text of a problem (RFC 9457): its list of errors, one per line, or else its detail or title;
 * null: the body is not a problem, so its origin is unknown.
 */
export function problemIn(answer: HttpAnswer): string | null {
  const problem = jsonIn(answer)
  if (!isObject(problem)) return null
  const errors = listed(problem['errors'])
  if (errors.length > 0) return errors.join('\n')
  return textIn(problem['detail']) ?? textIn(problem['title'])
}

/** `[{code, description}]`, `["…"]`, or `{field: ["…"]}` as in ASP.NET. */
function listed(errors: unknown): readonly string[] {
  const values = isObject(errors) ? Object.values(errors) : itemsOf(errors)
  return values.flat().flatMap((value: unknown) => {
    if (!isObject(value)) return textIn(value) ?? []
    const code = textIn(value['code']) ?? numberText(value['code'])
    return [code, textIn(value['description'])].filter((part) => part !== null).join(': ') || []
  })
}

/** Whether a value in JSON is an object, and no array. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text without white space at its ends; null: none, or empty. */
export function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function numbersIn(documents: unknown): readonly string[] | null {
  if (!Array.isArray(documents) || documents.length === 0) return null
  return itemsOf(documents).flatMap((one) => (isObject(one) ? (textIn(one['number']) ?? []) : []))
}

/** SdI's codes have five digits. */
function numberText(value: unknown): string | null {
  return typeof value === 'number' ? String(value).padStart(5, '0') : null
}

/** A positive number of a record; null: none. */
export function idIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
}

function attemptIn({ meta_data: metaData }: Json): string | null {
  return isObject(metaData) ? textIn(metaData[ATTEMPT]) : null
}

/** A time, which is in UTC even without a zone; null: none. */
export function timeIn(value: unknown): Date | null {
  if (typeof value !== 'string') return null
  const time = new Date(/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}
