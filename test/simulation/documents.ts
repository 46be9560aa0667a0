import type { AnswerCode } from '../../src/domain/received.js'
import { Chance } from './chance.js'

/** What a buyer answers to a document, and what its government does with that. */
export interface AnswerPlan {
  readonly code: AnswerCode
  /** So many seconds after the document arrived, or after the answer before. */
  readonly afterSeconds: number
  /** The government takes it, and its own answer gets lost. */
  readonly losesAnswer: boolean
  /** Seconds for which the government does not know whether it has the answer. */
  readonly foundAfterSeconds: number
  /** So often the government has not decided yet. */
  readonly pending: number
  /** When the government refuses it; null: it takes it. */
  readonly isRefused: 'at once' | 'later' | null
}

/** A document of a supplier to the company of an account. */
export interface DocumentPlan {
  readonly number: number
  /** Milliseconds after the beginning at which its supplier hands it in. */
  readonly at: number
  readonly account: number
  /** `anaf`: it is listed there and fetched; `peppol`: an access point forwards it to us. */
  readonly channel: 'anaf' | 'peppol'
  /** Seconds until it is listed. */
  readonly listedAfterSeconds: number
  /** The list has it twice. */
  readonly isListedTwice: boolean
  /** So many downloads of it fail. */
  readonly failedDownloads: number
  /** The access point does not get our answer to it, so it forwards it again. */
  readonly losesAnswer: boolean
  /** So often the access point forwards it once more, later. */
  readonly repetitions: number
  readonly answers: readonly AnswerPlan[]
  readonly content: InvoiceContent
}

/** What a document says, as far as documents are compared. */
export interface InvoiceContent {
  /** null: nothing can be read. */
  readonly supplier: string | null
  readonly number: string
  readonly bankAccount: string
}

/** Suppliers send for so long. */
const SENDING_MS = 25_000

/** What buyers say one after another. */
const ANSWERS: Readonly<Record<DocumentPlan['channel'], readonly [Codes, ...Codes[]]>> = {
  anaf: [['disputed'], ['disputed', 'rejected'], ['rejected']],
  peppol: [['rejected'], ['approved', 'paid'], ['acknowledged', 'approved', 'paid']],
}

type Codes = readonly AnswerCode[]

/** The documents in the story of a seed. */
export function documentsOf(seed: number, count: number, accounts: number): readonly DocumentPlan[] {
  return Array.from({ length: count }, (_, number) => documentOf(seed, number, accounts))
}

function documentOf(seed: number, number: number, accounts: number): DocumentPlan {
  const chance = new Chance(seed, 'document', number)
  const account = number % accounts
  // The first account is a quiet one: nothing but machines troubles it.
  const seldom = (probability: number): boolean => chance.happens(probability) && account > 0
  const channel = chance.of(['anaf', 'peppol'] as const)
  const codes = chance.happens(0.6) ? chance.of(ANSWERS[channel]) : []
  return {
    number,
    at: chance.between(1_000, SENDING_MS),
    account,
    channel,
    listedAfterSeconds: seldom(0.3) ? chance.between(1, 40) : 0,
    isListedTwice: seldom(0.15),
    failedDownloads: seldom(0.2) ? 1 + chance.below(3) : 0,
    losesAnswer: seldom(0.3),
    repetitions: seldom(0.3) ? 1 + chance.below(2) : 0,
    answers: codes.map((code) => ({
      code,
      afterSeconds: chance.between(0.1, 6),
      losesAnswer: seldom(0.3),
      foundAfterSeconds: seldom(0.2) ? chance.between(1, 20) : 0,
      pending: chance.below(3),
      isRefused: seldom(0.15) ? chance.of(['at once', 'later'] as const) : null,
    })),
    content: {
      supplier: chance.happens(0.8) ? `Supplier ${chance.below(2)}` : null,
      number: `F-${chance.below(4)}`,
      bankAccount: `BE0000000000000${chance.below(3)}`,
    },
  }
}
