/** One field that is wrong. */
export interface Detail {
  /**
   * In the caller's terms: `lines[0].unitPrice`, `X-Idempotency-Key`; empty for the body as a
   * whole.
   */
  readonly path: string
  /** What to do. */
  readonly message: string
}

/**
 * Most details that a refusal lists; more are counted. A hostile body must not be able to make the
 * answer larger than itself.
 */
export const MOST_DETAILS = 1_000

/** Why a request is refused, in words for the caller. */
export type Reason =
  /** Fields are wrong; at least one. */
  | {
      readonly kind: 'invalid'
      readonly details: readonly Detail[]
      /** Wrong fields beyond the details; absent: 0. */
      readonly unlisted?: number
    }
  /** The body is not JSON, or too complex. */
  | { readonly kind: 'unreadable'; readonly message: string }
  /** It does not exist or belongs to another account: the answer does not show which. */
  | { readonly kind: 'unknown'; readonly what: string }
  /** The current state of the resource does not allow it. */
  | { readonly kind: 'conflict'; readonly message: string }
  | { readonly kind: 'forbidden'; readonly message: string }
  /** The plan's invoices of this month are used up. */
  | { readonly kind: 'used_up'; readonly limit: number; readonly message: string }
  /** The plan allows no more of these. */
  | { readonly kind: 'too_many'; readonly message: string }
  /** Only the operator can change this. */
  | { readonly kind: 'not_set_up'; readonly message: string }

/**
 * Refuses a caller's request. The caller's interface (HTTP, the command line) words it in its own
 * way.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: Reason

  constructor(reason: Reason) {
    super(inWords(reason))
    this.reason = reason
  }

  /** Field by field; a fault of no particular field has an empty path. */
  get details(): readonly Detail[] {
    return this.reason.kind === 'invalid' ? this.reason.details : [{ path: '', message: this.message }]
  }
}

/** Refuses a request with faulty fields; `unlisted`: how many there are besides. */
export function invalid(details: readonly Detail[], unlisted = 0): Refusal {
  return new Refusal({ kind: 'invalid', details, unlisted })
}

/** Refuses a request for one field; `message` completes the sentence that its path begins. */
export function invalidField(path: string, message: string): Refusal {
  return invalid([{ path, message }])
}

/** Refuses a body that can't be read at all. */
export function unreadable(message: string): Refusal {
  return new Refusal({ kind: 'unreadable', message })
}

/**
 * Refuses a request for a resource that does not exist or is not the caller's; `what` is its kind,
 * as in "invoice".
 */
export function unknown(what: string): Refusal {
  return new Refusal({ kind: 'unknown', what })
}

/** Refuses a request that contradicts the state of its resource. */
export function conflict(message: string): Refusal {
  return new Refusal({ kind: 'conflict', message })
}

function inWords(reason: Reason): string {
  switch (reason.kind) {
    case 'invalid':
      return reason.details.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ')
    case 'unknown':
      return `No such ${reason.what}`
    case 'used_up':
    case 'unreadable':
    case 'conflict':
    case 'forbidden':
    case 'too_many':
    case 'not_set_up':
      return reason.message
  }
}
