import type { InvoicePlan } from '../story.js'

/** What a government has of an invoice, and what it did. */
export interface Case {
  readonly plan: InvoicePlan
  /** Uploads that it has taken with effect. More than one is a breach. */
  readonly taken: { readonly attemptId: string; readonly at: number }[]
  /** Uploads that it has recognised as repetitions of one that it has. */
  repetitions: number
  refusals: number
  faultsJudging: number
  faultsCalling: number
  polls: number
  /** Milliseconds since 1970: it need not be asked for the decision before then. */
  notBefore: number
  /** How often it was asked before. */
  tooEarly: number
  /** When it decides, or has decided, in milliseconds since 1970; null: that is open. */
  decidesAt: number | null
}

/** What became of an invoice at its government. */
export interface Decided {
  readonly isAccepted: boolean
  /** The messages by which buyers have responded to it, or will. */
  readonly responses: readonly string[]
}

/** What all governments have. */
export class Cases {
  readonly #cases = new Map<number, Case>()

  /** What there is of an invoice; null: it has not come near a government. */
  known(number: number): Readonly<Case> | null {
    return this.#cases.get(number) ?? null
  }

  of(plan: InvoicePlan): Case {
    const { number, refusals, faultsJudging, faultsCalling, polls } = plan
    const known = this.#cases.get(number)
    if (known !== undefined) return known
    const fresh: Case = {
      plan,
      taken: [],
      repetitions: 0,
      refusals,
      faultsJudging,
      faultsCalling,
      polls,
      notBefore: 0,
      tooEarly: 0,
      decidesAt: null,
    }
    this.#cases.set(number, fresh)
    return fresh
  }
}

/** A fault of ours, as often as it is planned. */
export function mayFault(known: Case): void {
  if (known.faultsCalling === 0) return
  known.faultsCalling -= 1
  throw new TypeError('a fault of ours in a gateway')
}

/** The number under which a government has what it took of an attempt. */
export function numberOf(attemptId: string): string {
  return `first number of ${attemptId}`
}
