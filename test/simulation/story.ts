import type { CountryCode } from '../../src/domain/request/invoice-request.js'
import { Chance } from './chance.js'

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

/** What a process is about to do. */
export type Point = 'upload' | 'delivery' | 'schedule' | 'record' | 'failure' | 'mark' | 'fold'

/** Something that goes wrong, `at` milliseconds after the beginning. */
export type Mishap = { readonly at: number } & (
  | { readonly kind: 'kill'; readonly machine: number; readonly restartAfter: number }
  | { readonly kind: 'restart'; readonly machine: number }
  | { readonly kind: 'upgrade'; readonly machine: number }
  | { readonly kind: 'pause'; readonly machine: number; readonly for: number; readonly suspended: boolean }
  /** The next time the process is about to do this, it stands still for long, or dies. */
  | {
      readonly kind: 'stumble'
      readonly machine: number
      readonly before: Point
      /** Milliseconds that it stands still; null: it dies. */
      readonly for: number | null
      readonly suspended: boolean
    }
  | { readonly kind: 'clock'; readonly machine: number; readonly by: number }
  | { readonly kind: 'away'; readonly server: 'database' | 'store'; readonly for: number }
  | {
      readonly kind: 'lost answers'
      readonly server: 'database' | 'store'
      readonly for: number
      readonly part: number
    }
  /** Back to what it was so many milliseconds before. */
  | { readonly kind: 'restore'; readonly what: 'database' | 'store' | 'both'; readonly back: number }
  | { readonly kind: 'government away'; readonly for: number }
  | { readonly kind: 'receiver'; readonly account: number; readonly for: number; readonly does: 'hangs' | 'fails' }
  | { readonly kind: 'webhook'; readonly account: number; readonly does: 'removes' | 'replaces' | 'chooses' }
)

/** One run of the simulation, but for chance in small things: that comes from the seed too. */
export interface Story {
  readonly seed: number
  readonly machines: number
  readonly accounts: number
  readonly invoices: readonly InvoicePlan[]
  readonly mishaps: readonly Mishap[]
}

/** Which mishaps there are, and how many at most, for each story. */
const MOST: Record<Mishap['kind'], number> = {
  kill: 4,
  restart: 2,
  upgrade: 2,
  pause: 4,
  stumble: 6,
  clock: 3,
  away: 2,
  'lost answers': 2,
  restore: 1,
  'government away': 2,
  receiver: 6,
  webhook: 4,
}

/** Every kind of mishap. */
export const MISHAPS = Object.keys(MOST) as readonly Mishap['kind'][]

/** So long, in milliseconds, things go wrong. */
export const TROUBLED_MS = 30_000
/** Invoices come in for so long. */
const ARRIVING_MS = 20_000

/** How stories are made. */
export interface StoryOptions {
  /** Default 100. */
  readonly invoices?: number
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
  { invoices = 100, mishaps = MISHAPS, every = {}, more = [] }: StoryOptions = {},
): Story {
  const chance = new Chance(seed, 'story')
  const machines = 2 + chance.below(2)
  const accounts = 3 + chance.below(2)
  return {
    seed,
    machines,
    accounts,
    invoices: Array.from({ length: invoices }, (_, number) => {
      const plan = invoiceOf(seed, number, accounts)
      return plan.account === 0 ? plan : { ...plan, ...every }
    }),
    mishaps: [
      ...more,
      ...MISHAPS.flatMap((kind) => {
        const own = new Chance(seed, kind)
        const count = own.below(MOST[kind] + 1)
        const planned = Array.from({ length: count }, () => mishapOf(kind, own, machines, accounts))
        return mishaps.includes(kind) ? planned : []
      }),
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

/** The quiet account's government is asked, or it sends messages: neither is ever away. */
const QUIET = ['RO', 'IT'] as const
const ALL = ['RO', 'IT', 'PL', 'FR', 'BE', 'DE'] as const
/** Where a decision may have to be taken from the status, since no message comes. */
const NEVER_NOTIFIED: readonly CountryCode[] = ['BE', 'DE']

/** The country of an invoice. `share`: from 0, below 1. */
function countryOf(isQuiet: boolean, share: number): CountryCode {
  const choices = isQuiet ? QUIET : ALL
  return choices[Math.floor(share * choices.length)] ?? choices[0]
}

function mishapOf(kind: Mishap['kind'], chance: Chance, machines: number, accounts: number): Mishap {
  const machine = chance.below(machines)
  // Never the quiet one's own receiver.
  const account = 1 + chance.below(accounts - 1)
  const server = chance.of(['database', 'store'] as const)
  const lasting = (longest: number): { readonly at: number; readonly for: number } => {
    const time = chance.between(100, longest)
    return { at: chance.between(1_000, TROUBLED_MS - time), for: time }
  }
  const at = chance.between(500, TROUBLED_MS - 5_000)
  switch (kind) {
    case 'kill':
      return { kind, at, machine, restartAfter: chance.between(100, 5_000) }
    case 'restart':
    case 'upgrade':
      return { kind, at, machine }
    case 'pause':
      return { kind, machine, suspended: chance.happens(0.4), ...lasting(15_000) }
    case 'stumble': {
      const before = chance.of<Point>(['upload', 'delivery', 'schedule', 'record', 'failure', 'mark', 'fold'])
      const lasts = chance.happens(0.7) ? chance.between(5_500, 12_000) : null
      return { kind, at, machine, before, for: lasts, suspended: chance.happens(0.4) }
    }
    case 'clock':
      return { kind, at, machine, by: chance.of([-60_000, -10_000, -1_000, 1_000, 10_000, 60_000]) }
    case 'away':
      return { kind, server, ...lasting(12_000) }
    case 'lost answers':
      return { kind, server, part: chance.between(0.02, 0.3), ...lasting(15_000) }
    case 'restore': {
      const when = chance.between(6_000, TROUBLED_MS - 10_000)
      // There was something to save.
      const back = chance.between(500, Math.min(10_000, when - 3_000))
      return { kind, at: when, what: chance.of(['database', 'store', 'both']), back }
    }
    case 'government away':
      return { kind, ...lasting(20_000) }
    case 'receiver':
      return { kind, at, account, does: chance.of(['hangs', 'fails']), for: chance.between(1_000, 90_000) }
    case 'webhook':
      return { kind, at, account, does: chance.of(['removes', 'replaces', 'chooses']) }
  }
}
