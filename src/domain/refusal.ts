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

/** Why a caller does not get what was asked for, in words that are meant for the caller. */
export type Reason =
  /** Fields are wrong; at least one. */
  | { readonly kind: 'invalid'; readonly details: readonly Detail[] }
  /** What was sent is no JSON, or too complex. */
  | { readonly kind: 'unreadable'; readonly message: string }
  /** There is none, or it is another account's: nobody learns which. */
  | { readonly kind: 'unknown'; readonly what: string }
  /** The resource, as it is now, does not allow it. */
  | { readonly kind: 'conflict'; readonly message: string }
  | { readonly kind: 'forbidden'; readonly message: string }
  /** The plan's invoices of this month, so many, are used up. */
  | { readonly kind: 'used_up'; readonly limit: number; readonly message: string }
  /** The plan allows no more of these. */
  | { readonly kind: 'too_many'; readonly message: string }
  /** Nothing that the caller could do would help: the operator has to. */
  | { readonly kind: 'not_set_up'; readonly message: string }

/**
 * Refuses what a caller asked for. Whoever speaks with the caller (HTTP, the command line) says it
 * in its own way.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: Reason

  constructor(reason: Reason) {
    super(inWords(reason))
    this.reason = reason
  }

  /** Field by field; what is wrong with no field in particular has an empty path. */
  get details(): readonly Detail[] {
    return this.reason.kind === 'invalid' ? this.reason.details : [{ path: '', message: this.message }]
  }
}

/** Refuses a request for what is wrong with its fields. */
export function invalid(details: readonly Detail[]): Refusal {
  return new Refusal({ kind: 'invalid', details })
}

/** Refuses a request for one field; `message` completes the sentence that its path begins. */
export function invalidField(path: string, message: string): Refusal {
  return invalid([{ path, message }])
}

/** Refuses a body that can not be read at all. */
export function unreadable(message: string): Refusal {
  return new Refusal({ kind: 'unreadable', message })
}

/**
 * Refuses a request that names what is not there, or not the caller's; `what` is its kind, as in
 * "invoice".
 */
export function unknown(what: string): Refusal {
  return new Refusal({ kind: 'unknown', what })
}

/** Refuses a request that contradicts the state of what it names. */
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
