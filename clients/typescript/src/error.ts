import type { components } from './api.js'

type ErrorBody = components['schemas']['Error']

/** An answer of the service that is no success. */
export class ClearwayError extends Error {
  override readonly name = 'ClearwayError'
  readonly status: number
  readonly type: ErrorBody['error']['type']
  /** Tell it to support. */
  readonly requestId: string
  /** Every field that is wrong; empty unless `type` is `validation_error`. */
  readonly details: readonly components['schemas']['ErrorDetail'][]

  constructor(status: number, { error }: ErrorBody) {
    super(error.message)
    this.status = status
    this.type = error.type
    this.requestId = error.requestId
    this.details = error.details ?? []
  }
}

/** What a call of the client gives. */
type Result<Success> =
  | { readonly data: Success; readonly error?: never; readonly response: Response }
  | { readonly data?: never; readonly error: unknown; readonly response: Response }

/** The body of a successful answer. Throws `ClearwayError` for every other. */
export function expectSuccess<Success>({ data, error, response }: Result<Success>): Success {
  if (data !== undefined) return data
  if (isErrorBody(error)) throw new ClearwayError(response.status, error)
  throw new Error(`${response.url} answered ${response.status} without an explanation`)
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object'
}
