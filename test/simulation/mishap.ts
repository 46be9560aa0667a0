import type { Concerns } from '../../src/countries/gateway/gateway.js'
import type { CountryCode } from '../../src/domain/request/invoice-request.js'
import type { Chance } from './chance.js'

/** What a process is about to do. */
export type Point =
  'upload' | 'refresh' | 'delivery' | 'schedule' | 'record' | 'failure' | 'mark' | 'fold' | ArrivalPoint

/** What a process is about to do with what suppliers sent, or with an answer to it. */
type ArrivalPoint = 'fetch' | 'take' | 'look' | 'settle' | 'answer'

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
  /** The same, before something that is done with what suppliers sent. */
  | {
      readonly kind: 'arrival stumble'
      readonly machine: number
      readonly before: ArrivalPoint
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
  /**
   * A connection is deleted and created again a while later, gets new credentials, or its
   * government refuses those that it has, until the client sends new ones.
   */
  | {
      readonly kind: 'connection'
      readonly account: number
      readonly country: CountryCode
      readonly does: 'deletes' | 'replaces' | 'is refused'
      readonly for: number
    }
  /**
   * The token of an account is refused, or its whole authorization is withdrawn; the answer to
   * its next refresh gets lost; or the token server is away for a while.
   */
  | {
      readonly kind: 'token'
      readonly account: number
      readonly does: 'is refused' | 'is withdrawn' | 'loses an answer' | 'is away'
      readonly for: number
    }
  /** Calls to a government are used up: all, those of a connection, or those about an invoice. */
  | {
      readonly kind: 'budget'
      readonly account: number
      readonly country: CountryCode
      readonly concerns: Concerns
      readonly calls: number
      readonly for: number
    }
  /** A client has its events sent again, or an operator rebuilds a read model. */
  | { readonly kind: 'replay'; readonly account: number; readonly does: 'sends again' }
  | { readonly kind: 'replay'; readonly place: number; readonly does: 'rebuilds' }
  /** A client gets a new secret for its webhook. */
  | { readonly kind: 'rotation'; readonly account: number }
  /** Governments accept calls and never answer; meanwhile a process is asked to end. */
  | { readonly kind: 'hanging stop'; readonly machine: number; readonly for: number; readonly stopAfter: number }
  /** Processes of the API die: with all requests under way, and with the next one a bit later. */
  | { readonly kind: 'api death'; readonly calls: number; readonly clientSurvives: boolean }
)

/** Which mishaps there are, and how many at most, for each story. */
const MOST: Record<Mishap['kind'], number> = {
  kill: 4,
  restart: 2,
  upgrade: 2,
  pause: 4,
  stumble: 6,
  'arrival stumble': 6,
  clock: 3,
  away: 2,
  'lost answers': 2,
  restore: 1,
  'government away': 2,
  receiver: 6,
  webhook: 4,
  connection: 4,
  token: 4,
  budget: 3,
  replay: 3,
  rotation: 3,
  'hanging stop': 2,
  'api death': 8,
}

/** Every kind of mishap. */
export const MISHAPS = Object.keys(MOST) as readonly Mishap['kind'][]

/** So long, in milliseconds, things go wrong. */
export const TROUBLED_MS = 30_000
/** Where invoices go. */
export const COUNTRIES = ['RO', 'IT', 'PL', 'FR', 'BE', 'DE'] as const satisfies readonly CountryCode[]
/** Where the quiet account's invoices go: asked, or sending messages, and never away. */
export const QUIET_COUNTRIES = ['RO', 'IT'] as const satisfies readonly CountryCode[]

/** The mishaps of these kinds in the story of a seed. Each kind has its own chance. */
export function mishapsOf(
  kinds: readonly Mishap['kind'][],
  chanceOf: (kind: Mishap['kind']) => Chance,
  machines: number,
  accounts: number,
): readonly Mishap[] {
  return kinds.flatMap((kind) => {
    const chance = chanceOf(kind)
    const count = chance.below(MOST[kind] + 1)
    return Array.from({ length: count }, () => mishapOf(kind, chance, machines, accounts))
  })
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
    case 'arrival stumble': {
      const before = chance.of<ArrivalPoint>(['fetch', 'take', 'look', 'settle', 'answer'])
      const lasts = chance.happens(0.6) ? chance.between(5_500, 12_000) : null
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
    case 'connection': {
      const does = chance.of(['deletes', 'replaces', 'is refused'] as const)
      return { kind, at, account, country: chance.of(COUNTRIES), does, for: chance.between(500, 15_000) }
    }
    case 'token': {
      const does = chance.of(['is refused', 'is withdrawn', 'loses an answer', 'is away'] as const)
      return { kind, at, account, does, for: chance.between(1_000, 20_000) }
    }
    case 'budget':
      return budgetOf(chance, at, account)
    case 'replay':
      return chance.happens(0.6)
        ? { kind, at: chance.between(8_000, 2 * TROUBLED_MS), account, does: 'sends again' }
        : { kind, at, place: chance.next(), does: 'rebuilds' }
    case 'rotation':
      return { kind, at, account }
    case 'hanging stop':
      return { kind, at, machine, for: chance.between(5_000, 30_000), stopAfter: chance.between(100, 4_000) }
    case 'api death':
      return {
        kind,
        at: chance.between(500, TROUBLED_MS - 5_000),
        calls: 1 + chance.below(10),
        clientSurvives: chance.happens(0.6),
      }
  }
}

/** What all calls to a government share is used up where the quiet account has no invoices. */
function budgetOf(chance: Chance, at: number, account: number): Mishap {
  const concerns = chance.of(['connection', 'government', 'invoice'] as const)
  const others = COUNTRIES.filter((country) => !QUIET_COUNTRIES.some((quiet) => quiet === country))
  const countries = concerns === 'government' ? others : COUNTRIES
  const country = countries[chance.below(countries.length)] ?? 'PL'
  return { kind: 'budget', at, account, country, concerns, calls: chance.below(6), for: chance.between(5_000, 90_000) }
}
