import type { CountryCode } from '../../src/domain/request/invoice-request.js'
import { Chance } from './chance.js'
import { type DocumentPlan, documentsOf } from './documents.js'
import { COUNTRIES, type Mishap, MISHAPS, mishapsOf, QUIET_COUNTRIES } from './mishap.js'

/** What is true of one invoice and of what its government does with it. */
export interface InvoicePlan {
  readonly number: number
  /** Milliseconds after the beginning at which its client hands it in. */
  readonly at: number
  /** The first account is a quiet one: nothing but machines troubles it. */
  readonly account: number
  readonly country: CountryCode
  /** It breaks rules. */
  readonly breaksRules: boolean
  /** So many times judging it meets a fault of ours. */
  readonly faultsJudging: number
  /** So many calls of the gateway meet a fault of ours, after the first one. */
  readonly faultsCalling: number
  /** So many times the government refuses it at the door. */
  readonly refusals: number
  /** The government takes it, and the answer gets lost. */
  readonly losesAnswer: boolean
  /** Seconds for which the government does not know whether it has a document that it accepted. */
  readonly foundAfterSeconds: number
  /** The government knows it under two numbers. */
  readonly hasTwoNumbers: boolean
  /** Seconds until the government answers at all. */
  readonly silentSeconds: number
  /** So often the government has not decided yet. */
  readonly polls: number
  readonly isAccepted: boolean
  /** Seconds after which a government decides that is not asked; 0: before its answer comes. */
  readonly decidesAfterSeconds: number
  /** Whether such a government sends its decision in a message. */
  readonly isNotified: boolean
  /** So many seconds after the decision. */
  readonly notifiedAfterSeconds: number
  /** So often each message comes again, later. */
  readonly repeatedNotifications: number
  /** So often its buyer responds, once it is accepted. */
  readonly responses: number
}

/** One run of the simulation, but for chance in small things: that comes from the seed too. */
export interface Story {
  readonly seed: number
  readonly machines: number
  readonly accounts: number
  readonly invoices: readonly InvoicePlan[]
  /** What suppliers send; none: the service receives nothing. */
  readonly documents: readonly DocumentPlan[]
  readonly mishaps: readonly Mishap[]
  /** Seconds that the tokens of each account last; null: longer than the story. */
  readonly tokenSeconds: readonly (number | null)[]
}

/** Invoices come in for so long. */
const ARRIVING_MS = 20_000

/** How stories are made. */
export interface StoryOptions {
  /** Default 100. */
  readonly invoices?: number
  /** Default: a third as many as invoices. */
  readonly documents?: number
  /** Default: all. */
  readonly mishaps?: readonly Mishap['kind'][]
  /** What is true of every invoice but the quiet account's. */
  readonly every?: Partial<InvoicePlan>
  /** What goes wrong besides. */
  readonly more?: readonly Mishap[]
}

/** The story of a seed. */
export function storyOf(
  seed: number,
  { invoices = 100, documents = Math.ceil(invoices / 3), mishaps = MISHAPS, every = {}, more = [] }: StoryOptions = {},
): Story {
  const chance = new Chance(seed, 'story')
  const machines = 2 + chance.below(2)
  const accounts = 3 + chance.below(2)
  return {
    seed,
    machines,
    accounts,
    tokenSeconds: Array.from({ length: accounts }, (_, account) => {
      const own = new Chance(seed, 'tokens', account)
      return mishaps.includes('token') && account > 0 && own.happens(0.6) ? own.between(5, 60) : null
    }),
    invoices: Array.from({ length: invoices }, (_, number) => {
      const plan = invoiceOf(seed, number, accounts)
      return plan.account === 0 ? plan : { ...plan, ...every }
    }),
    documents: documentsOf(seed, documents, accounts),
    mishaps: [
      ...more,
      ...mishapsOf(
        MISHAPS.filter((kind) => mishaps.includes(kind) && (kind !== 'arrival stumble' || documents > 0)),
        (kind) => new Chance(seed, kind),
        machines,
        accounts,
      ),
    ].sort((a, b) => a.at - b.at),
  }
}

function invoiceOf(seed: number, number: number, accounts: number): InvoicePlan {
  const chance = new Chance(seed, 'invoice', number)
  const account = number % accounts
  const quiet = account === 0
  const seldom = (probability: number): boolean => chance.happens(probability) && !quiet
  const at = chance.between(0, ARRIVING_MS)
  const country = countryOf(quiet, chance.next())
  const asked = {
    number,
    at,
    account,
    country,
    breaksRules: seldom(0.04),
    faultsJudging: seldom(0.05) ? 1 + chance.below(10) : 0,
    faultsCalling: seldom(0.06) ? 1 + chance.below(10) : 0,
    refusals: seldom(0.1) ? 1 + chance.below(2) : 0,
    losesAnswer: seldom(0.25),
    foundAfterSeconds: seldom(0.15) ? chance.between(1, 60) : 0,
    hasTwoNumbers: seldom(0.05),
    silentSeconds: seldom(0.08) ? chance.between(1, 30) : 0,
    polls: chance.below(3),
    isAccepted: quiet || chance.happens(0.85),
  }
  const { isAccepted } = asked
  return {
    ...asked,
    decidesAfterSeconds: quiet || chance.happens(0.4) ? 0 : chance.between(0, 20),
    isNotified: !NEVER_NOTIFIED.includes(country) || !isAccepted || chance.happens(0.7),
    notifiedAfterSeconds: seldom(0.3) ? chance.between(0, 40) : 0,
    repeatedNotifications: seldom(0.4) ? 1 + chance.below(2) : 0,
    responses: chance.happens(0.5) ? 1 + chance.below(2) : 0,
  }
}

/** Where a decision may have to be taken from the status, since no message comes. */
const NEVER_NOTIFIED: readonly CountryCode[] = ['BE', 'DE']

/** The country of an invoice. `share`: from 0, below 1. */
function countryOf(isQuiet: boolean, share: number): CountryCode {
  const choices = isQuiet ? QUIET_COUNTRIES : COUNTRIES
  return choices[Math.floor(share * choices.length)] ?? choices[0]
}
