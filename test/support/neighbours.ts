import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Scope } from '../../src/domain/event.js'

/** Two accounts that use the same process. */
export type Owner = 'one' | 'other'

/** Something that outlives a request. `perform` returns all that the owner can notice. */
interface LongLived<Step> {
  readonly perform: (owner: Owner, step: Step, at: Date) => unknown
}

/** When each history begins. */
export const BEGIN = Date.parse('2026-11-21T10:00:00.000Z')
const STEP_MS = 7_000

/** How many histories are drawn, and how far apart their rounds are. */
interface History {
  readonly numRuns?: number
  readonly stepMs?: number
  /** Steps of one owner wait for each other, where the order in which they end is not theirs. */
  readonly isInOrder?: boolean
}

/**
 * What an owner notices is the same whether another owner uses the process too or not. Every step
 * begins at its own time; in each round, steps may be under way together.
 */
export async function isUnaffected<Step>(
  make: (now: () => Date) => LongLived<Step> | Promise<LongLived<Step>>,
  step: fc.Arbitrary<Step>,
  { numRuns = 60, stepMs = STEP_MS, isInOrder = false }: History = {},
): Promise<void> {
  const rounds = fc.array(
    fc.array(fc.tuple(fc.constantFrom<Owner>('one', 'other'), step), { minLength: 1, maxLength: 5 }),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(rounds, async (rounds) => {
      let now = new Date(BEGIN)
      const [shared, alone] = await Promise.all([make(() => now), make(() => now)])
      for (const round of rounds) {
        now = new Date(now.getTime() + stepMs)
        const noticed = async (of: LongLived<Step>, steps: typeof round): Promise<unknown[]> => {
          const inTurn = { one: oneAtATime(), other: oneAtATime() }
          const outcomes = steps.map(async ([owner, step]) => {
            const perform = async (): Promise<unknown> => of.perform(owner, step, now)
            return [owner, await (isInOrder ? inTurn[owner](perform) : perform())] as const
          })
          return (await Promise.all(outcomes)).filter(([owner]) => owner === 'one').map(([, outcome]) => outcome)
        }
        const beside = await noticed(shared, round)
        assert.deepStrictEqual(
          beside,
          await noticed(
            alone,
            round.filter(([owner]) => owner === 'one'),
          ),
        )
      }
    }),
    { numRuns },
  )
}

/** The account of an owner. */
export const scopeOf = (owner: Owner): Scope => ({ account: `acc_${owner}`, environment: 'production' })
/** Credentials that name their owner. */
export const credentialsOf = (owner: Owner, version: number) => ({ token: `${owner}-${version}` })
/** The credentials of an owner change now and then. */
export const VERSION = fc.integer({ min: 0, max: 2 })
/** Texts that mean something to some program. */
export const HOSTILE = fc.oneof(
  fc.constantFrom('', ' ', '__proto__', 'constructor', "'; DROP TABLE x --", '../../etc', '%00', 'one', 'acc_one'),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** One piece of work at a time, in the order of its arrival. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
