import type { Environment } from '../../domain/event.js'

/** What is erased when its time is over. */
export const ERASED_KINDS = ['invoices', 'deliveries', 'connections', 'companies', 'apiKeys'] as const
/** One of `ERASED_KINDS`. */
export type ErasedKind = (typeof ERASED_KINDS)[number]

/**
 * Why something is kept although its time is over.
 * `hold`: a legal hold. `undecided`: a live invoice of which the government, or a report of a
 * payment, is still awaited. `in_use`: something that is kept needs it. `unsealed`: no seal covers
 * all of its events yet. `unreadable`: its events can't be read; the log says why.
 */
export type KeptBecause = 'hold' | 'undecided' | 'in_use' | 'unsealed' | 'unreadable'

/** Something that is kept although its time is over. */
export interface Kept {
  readonly environment: Environment
  readonly account: string
  readonly kind: ErasedKind
  /** `*`: all of the account's. */
  readonly id: string
  readonly because: KeptBecause
}

/** So many of what is kept are named. */
const MOST_NAMED = 100

/** What a run has done; of a dry run, what one would do. */
export class RetentionReport {
  readonly erased: Record<Environment, Record<ErasedKind, number>> = { test: nothing(), production: nothing() }
  /**
   * Documents and their bytes; of a dry run, those that are named by what would go, also where
   * others name them too, without their bytes.
   */
  documents = 0
  documentBytes = 0
  /** Messages of governments. */
  messages = 0
  /** Remembered requests, and the invoices that were counted in months that are over. */
  remembered = 0
  /** Records from before, of a run that was stopped, that were finished. */
  finished = 0
  readonly kept: Record<KeptBecause, number> = { hold: 0, undecided: 0, in_use: 0, unsealed: 0, unreadable: 0 }
  /** The first of them. */
  readonly named: Kept[] = []

  /** Notes what is kept; `count`: it stands for so many. */
  keep(kept: Kept, count = 1): void {
    this.kept[kept.because] += count
    if (this.named.length < MOST_NAMED) this.named.push(kept)
  }

  /** How many things were erased in all. */
  get total(): number {
    return [this.erased.test, this.erased.production].flatMap((of) => Object.values(of)).reduce((a, b) => a + b, 0)
  }
}

function nothing(): Record<ErasedKind, number> {
  return { invoices: 0, deliveries: 0, connections: 0, companies: 0, apiKeys: 0 }
}
