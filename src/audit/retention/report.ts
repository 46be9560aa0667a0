import type { Environment } from '../../domain/event.js'

/** The kinds of data that are erased. */
export const ERASED_KINDS = ['invoices', 'received', 'deliveries', 'connections', 'companies'] as const
/** One of `ERASED_KINDS`. */
export type ErasedKind = (typeof ERASED_KINDS)[number]

/**
 * Why something is kept although its time is over. `hold`: a legal hold. `undecided`: a live
 * invoice that waits for the government or for a report of a payment. `in_use`: something that is
 * kept needs it. `unsealed`: no seal covers all of its events yet. `unreadable`: its events can't
 * be read; the log contains the reason.
 */
export type KeptBecause = 'hold' | 'undecided' | 'in_use' | 'unsealed' | 'unreadable'

/** Something that is kept although its time is over. */
interface Kept {
  readonly environment: Environment
  readonly account: string
  readonly kind: ErasedKind
  /** `*`: all of the account's. */
  readonly id: string
  readonly because: KeptBecause
}

/** Most kept items that are named. */
const MOST_NAMED = 100

/** The result of a run; of a dry run, its expected result. */
export class RetentionReport {
  readonly erased: Record<Environment, Record<ErasedKind, number>> = { test: nothing(), production: nothing() }
  /**
   * Documents and their bytes; in a dry run, documents named by what would be erased, even if
   * others name them too, without their bytes.
   */
  documents = 0
  documentBytes = 0
  /** Messages of governments. */
  messages = 0
  /** Stored idempotent requests, and counted invoices of past months. */
  remembered = 0
  /** Records of an earlier, stopped run that were finished. */
  finished = 0
  readonly kept: Record<KeptBecause, number> = { hold: 0, undecided: 0, in_use: 0, unsealed: 0, unreadable: 0 }
  /** The first kept items. */
  readonly named: Kept[] = []

  /** Records a kept item; `count`: the number of items it represents. */
  keep(kept: Kept, count = 1): void {
    this.kept[kept.because] += count
    if (this.named.length < MOST_NAMED) this.named.push(kept)
  }

  /** Total number of erased items. */
  get total(): number {
    return [this.erased.test, this.erased.production].flatMap((of) => Object.values(of)).reduce((a, b) => a + b, 0)
  }
}

function nothing(): Record<ErasedKind, number> {
  return { invoices: 0, received: 0, deliveries: 0, connections: 0, companies: 0 }
}
