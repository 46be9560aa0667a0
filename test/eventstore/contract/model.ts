import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Test } from 'tap'
import type { AppendOutcome, EventStore, ExpectedRevision } from '../../../src/eventstore/port.js'
import type { OpenStore } from './store-under-test.js'
import { eventToAppend } from '../events.js'

/**
 * A history of random appends, retries and erasures ends as a model of a few lines says: one array
 * of ids per stream. Each step may run at once with the next ones, as long as these concern other
 * streams.
 */
export function modelContract(t: Test, open: OpenStore): void {
  void t.test('random histories behave as the model', async (t) => {
    const { store } = await open(t)
    const stream = fc.constantFrom('a', 'b', 'c')
    const append = fc.record({
      kind: fc.constant('append' as const),
      stream,
      expected: fc.oneof(fc.constant('end' as const), fc.constant('none' as const), fc.nat(4)),
      // Small, so that ids come again: alone, in part, in another order.
      ids: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 3 }),
    })
    const erase = fc.record({ kind: fc.constant('erase' as const), stream })
    const steps = fc.array(fc.oneof({ weight: 12, arbitrary: append }, { weight: 1, arbitrary: erase }), {
      minLength: 1,
      maxLength: 25,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const run = randomUUID()
        const ids = Array.from({ length: 6 }, () => randomUUID())
        const model = new Map<string, readonly string[] | 'erased'>()
        // Per stream one after another, the streams among each other at once.
        await Promise.all(
          ['a', 'b', 'c'].map(async (name) => {
            for (const step of steps.filter(({ stream }) => stream === name)) {
              const stream = `${name}${run}-1`
              if (step.kind === 'erase') {
                model.set(stream, 'erased')
                await store.erase(stream)
                continue
              }
              const sent = step.ids.map((index) => ids[index] ?? '')
              const present = model.get(stream) ?? []
              const end = present === 'erased' ? 'none' : lastRevision(present)
              const expected = step.expected === 'end' ? end : step.expected
              const [wanted, after] = expectedOutcome(present, expected, sent)
              const outcome = await store.append(
                stream,
                expected,
                sent.map((id) => eventToAppend({ id })),
              )
              t.strictSame(withoutPosition(outcome), wanted)
              model.set(stream, after)
              await checkStream(t, store, stream, after)
            }
          }),
        )
      }),
      { numRuns: 60 },
    )
  })
}

type Outcome = { readonly kind: string; readonly revision?: number; readonly actualRevision?: ExpectedRevision }

function expectedOutcome(
  present: readonly string[] | 'erased',
  expected: ExpectedRevision,
  ids: readonly string[],
): readonly [Outcome, readonly string[] | 'erased'] {
  if (present === 'erased') return [{ kind: 'erased' }, present]
  const next = expected === 'none' ? 0 : expected + 1
  const there = present.slice(next, next + ids.length)
  if (there.join() === ids.join()) return [{ kind: 'appended', revision: next + ids.length - 1 }, present]
  if (next !== present.length || ids.some((id) => present.includes(id))) {
    return [{ kind: 'conflict', actualRevision: lastRevision(present) }, present]
  }
  return [{ kind: 'appended', revision: next + ids.length - 1 }, [...present, ...ids]]
}

async function checkStream(
  t: Test,
  store: EventStore,
  stream: string,
  ids: readonly string[] | 'erased',
): Promise<void> {
  const stored = await store.readStream(stream)
  t.strictSame(
    stored.map(({ id, revision }) => [id, revision]),
    ids === 'erased' ? [] : ids.map((id, revision) => [id, revision]),
  )
}

function lastRevision(ids: readonly string[]): ExpectedRevision {
  return ids.length === 0 ? 'none' : ids.length - 1
}

function withoutPosition(outcome: AppendOutcome): Outcome {
  return outcome.kind === 'appended' ? { kind: outcome.kind, revision: outcome.revision } : outcome
}
