import type { Fault as AnafFault } from '../standins/anaf/options.js'
import { Random } from './random.js'

/** The roles of the processes, by their place. */
export const SLOTS = ['api', 'api', 'projections', 'projections', 'processors', 'processors'] as const

/** Accounts that post invoices; the first posts the most. */
export const CUSTOMERS = 3

/** Seconds of the setting CLAIM_SECONDS. */
export const CLAIM_SECONDS = 2

/** Where a connection can be troubled: a process and PostgreSQL, or all and an outside party. */
export type LinkName = number | 'government' | 'receiver'

/** One thing that goes wrong. Times are milliseconds. */
export type Fault =
  | { readonly kind: 'kill' | 'terminate'; readonly slot: number; readonly downMs: number }
  | { readonly kind: 'pause'; readonly slot: number; readonly forMs: number }
  | {
      readonly kind: 'link'
      readonly link: LinkName
      readonly trouble: 'cut' | 'halt' | 'slow'
      readonly forMs: number
    }
  | { readonly kind: 'database'; readonly how: 'kill' | 'freeze'; readonly forMs: number }
  | { readonly kind: 'government'; readonly faults: readonly AnafFault[]; readonly forMs: number }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'receiver'; readonly does: 'refuse' | 'hang'; readonly forMs: number }
  | { readonly kind: 'disconnect'; readonly customer: number }

/** A fault and when it happens, in milliseconds from the beginning. */
export interface Planned {
  readonly at: number
  readonly fault: Fault
}

/** A fault of so many calls ends with them, or with the run. */
const UNTIL_THE_END = 3_600_000

/** The text that marks an intended rejection. */
export const MEANT = 'E: validari globale torture'

type Draw = (random: Random) => Fault

const upload = (does: AnafFault['does'], times: number): readonly AnafFault[] => [{ on: 'upload', times, does }]
const government =
  (faults: readonly AnafFault[], forMs: number): Draw =>
  () => ({ kind: 'government', faults, forMs })
const link =
  (name: (random: Random) => LinkName, trouble: 'cut' | 'halt' | 'slow'): Draw =>
  (random) => ({ kind: 'link', link: name(random), trouble, forMs: random.between(500, 5_000) })
const process =
  (kind: 'kill' | 'terminate', slots: readonly number[]): Draw =>
  (random) => ({ kind, slot: anyOf(random, slots), downMs: random.between(0, 3_000) })
const pause =
  (slots: readonly number[]): Draw =>
  (random) => ({ kind: 'pause', slot: anyOf(random, slots), forMs: CLAIM_SECONDS * 1000 + random.between(500, 3_000) })

const anyOf = (random: Random, slots: readonly number[]): number => slots[random.between(0, slots.length)] ?? 0
const anySlot = (random: Random): LinkName => random.between(0, SLOTS.length)

/** Every kind of fault. A run goes through all of them before one comes again. */
const KINDS: readonly Draw[] = [
  process('kill', [0, 1]),
  process('kill', [2, 3]),
  process('kill', [4, 5]),
  process('kill', [4, 5]),
  process('terminate', [0, 1, 2, 3, 4, 5]),
  pause([0, 1, 2, 3]),
  pause([4, 5]),
  link(anySlot, 'cut'),
  link(anySlot, 'halt'),
  link(anySlot, 'slow'),
  link(() => 'government', 'cut'),
  link(() => 'government', 'halt'),
  link(() => 'receiver', 'cut'),
  link(() => 'receiver', 'halt'),
  (random) => ({ kind: 'database', how: 'kill', forMs: random.between(0, 1) }),
  (random) => ({ kind: 'database', how: 'freeze', forMs: random.between(1_000, 5_000) }),
  government(upload({ kind: 'lost' }, 4), UNTIL_THE_END),
  government(upload({ kind: 'hang' }, 2), UNTIL_THE_END),
  government(upload({ kind: 'firewall' }, 2), UNTIL_THE_END),
  government(upload({ kind: 'listed-later', seconds: 5 }, 5), UNTIL_THE_END),
  government(
    [{ on: 'upload', times: 3, does: { kind: 'listed-later', seconds: 6 } }, ...upload({ kind: 'lost' }, 2)],
    UNTIL_THE_END,
  ),
  government(upload({ kind: 'text', text: 'A aparut o eroare tehnica. Cod: 1814' }, 2), UNTIL_THE_END),
  government(upload({ kind: 'reject', texts: [MEANT] }, 1), UNTIL_THE_END),
  government([{ on: 'all', does: { kind: 'slow', milliseconds: 700 } }], 4_000),
  government([{ on: 'all', does: { kind: 'answer', status: 503, body: 'Service Unavailable' } }], 4_000),
  government([{ on: 'list', times: 3, does: { kind: 'cut' } }], 5_000),
  government([{ on: 'download', times: 3, does: { kind: 'answer', status: 502, body: '' } }], 5_000),
  government([{ on: 'token', times: 1, does: { kind: 'lost' } }], UNTIL_THE_END),
  () => ({ kind: 'revoke' }),
  (random) => ({ kind: 'receiver', does: 'refuse', forMs: random.between(500, 3_000) }),
  (random) => ({ kind: 'receiver', does: 'hang', forMs: random.between(500, 3_000) }),
  (random) => ({ kind: 'disconnect', customer: random.between(0, CUSTOMERS) }),
]

/** Milliseconds between two faults. */
const GAP = { least: 300, most: 2_600 }

/** The faults of a run: the same for the same seed. */
export function drawPlan(seed: number, minutes: number): readonly Planned[] {
  const random = new Random(seed)
  const plan: Planned[] = []
  let deck: Draw[] = []
  const end = minutes * 60_000
  for (let at = random.between(500, 1_500); at < end; at += random.between(GAP.least, GAP.most)) {
    if (deck.length === 0) deck = random.shuffled(KINDS)
    const draw = deck.pop()
    if (draw !== undefined) plan.push({ at, fault: draw(random) })
  }
  return plan
}
