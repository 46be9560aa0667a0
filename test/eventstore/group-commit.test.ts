import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import t from 'tap'
import type { CheckedAppend } from '../../src/eventstore/checked-append.js'
import type { AppendOutcome } from '../../src/eventstore/port.js'
import { EventStoreUnavailable } from '../../src/eventstore/port.js'
import type { Commit } from '../../src/eventstore/postgres/group-commit.js'
import { GroupCommit } from '../../src/eventstore/postgres/group-commit.js'

class Gate {
  release: () => void = () => undefined
  readonly open = new Promise<void>((resolve) => {
    this.release = resolve
  })
}

const limits = { maxWaiting: 2_000, maxWaitingBytes: 64_000_000, retryFor: 10_000 }

void t.test('while one batch commits, the next accumulates', async (t) => {
  const gate = new Gate()
  const batches: number[] = []
  const groupCommit = new GroupCommit(async (batch) => {
    batches.push(batch.length)
    await gate.open
    return batch.map(appended)
  }, limits)
  const first = groupCommit.append(anAppend())
  while (batches.length === 0) await setImmediate()
  const others = Array.from({ length: 40 }, () => groupCommit.append(anAppend()))
  gate.release()
  await Promise.all([first, ...others])
  t.strictSame(batches, [1, 40])
})

void t.test('a batch is bounded in appends and in bytes, and keeps the order of arrival', async (t) => {
  const batches: (readonly CheckedAppend[])[] = []
  const groupCommit = new GroupCommit(async (batch) => {
    batches.push(batch)
    return batch.map(appended)
  }, limits)
  const appends = [
    ...Array.from({ length: 1_200 }, () => anAppend(1_000)),
    ...Array.from({ length: 12 }, () => anAppend(900_000)),
  ]
  await Promise.all(appends.map((append) => groupCommit.append(append)))
  t.ok(batches.every((batch) => batch.length <= 500))
  t.ok(batches.every((batch) => batch.reduce((sum, { bytes }) => sum + bytes, 0) <= 4_000_000))
  t.strictSame(
    batches.flat().map(({ stream }) => stream),
    appends.map(({ stream }) => stream),
  )
})

void t.test('one append that fails alone does not fail the others of its batch', async (t) => {
  const poison = anAppend()
  const groupCommit = new GroupCommit(async (batch) => {
    if (batch.includes(poison)) throw new Error('invalid byte sequence')
    return batch.map(appended)
  }, limits)
  const good = Array.from({ length: 9 }, () => groupCommit.append(anAppend()))
  await t.rejects(groupCommit.append(poison), { message: 'invalid byte sequence' })
  t.ok((await Promise.all([...good, groupCommit.append(anAppend())])).every(({ kind }) => kind === 'appended'))
})

void t.test('after the time for retries an append fails, and the next finds the store as it is then', async (t) => {
  let away = true
  const commit: Commit = async (batch) => {
    if (away) throw new EventStoreUnavailable('away')
    return batch.map(appended)
  }
  const groupCommit = new GroupCommit(commit, { ...limits, retryFor: 100 })
  await Promise.all(Array.from({ length: 5 }, () => t.rejects(groupCommit.append(anAppend()), EventStoreUnavailable)))
  away = false
  t.match(await groupCommit.append(anAppend()), { kind: 'appended' })
})

void t.test('when too much waits, one more is refused at once, and room comes back', async (t) => {
  const gate = new Gate()
  const groupCommit = new GroupCommit(
    async (batch) => {
      await gate.open
      return batch.map(appended)
    },
    { maxWaiting: 10, maxWaitingBytes: 5_000, retryFor: 1_000 },
  )
  const many = Array.from({ length: 10 }, () => groupCommit.append(anAppend(100)))
  await t.rejects(groupCommit.append(anAppend(1)), EventStoreUnavailable, 'too many')
  gate.release()
  await Promise.all(many)
  const large = groupCommit.append(anAppend(4_000))
  await t.rejects(groupCommit.append(anAppend(1_001)), EventStoreUnavailable, 'too large')
  await Promise.all([large, groupCommit.append(anAppend(1_000))])
})

void t.test('closing finishes what waits and takes nothing more', async (t) => {
  const groupCommit = new GroupCommit(async (batch) => batch.map(appended), limits)
  const waiting = Array.from({ length: 5 }, () => groupCommit.append(anAppend()))
  const closed = groupCommit.close()
  await t.rejects(groupCommit.append(anAppend()), EventStoreUnavailable)
  await closed
  t.equal((await Promise.all(waiting)).length, 5)
})

void t.test('each append is committed and answered with its own outcome, at any failure', async (t) => {
  const commits = fc.infiniteStream(fc.constantFrom('fine', 'fine', 'lost before', 'answer lost'))
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40 }), commits, async (count, commits) => {
      const committed = new Set<string>()
      const groupCommit = new GroupCommit(async (batch) => {
        const [next] = commits.take(1)
        if (next === 'lost before') throw new EventStoreUnavailable(next)
        for (const { stream } of batch) committed.add(stream)
        if (next === 'answer lost') throw new EventStoreUnavailable(next)
        return batch.map(appended)
      }, limits)
      const appends = Array.from({ length: count }, (_, index) => anAppend(index + 1))
      const outcomes = await Promise.all(appends.map((append) => groupCommit.append(append)))
      t.strictSame(outcomes, appends.map(appended))
      t.ok(appends.every(({ stream }) => committed.has(stream)))
    }),
    { numRuns: 15 },
  )
})

function anAppend(bytes = 1_000): CheckedAppend {
  return { stream: `liveInvoice-${randomUUID()}`, expectedRevision: 'none', events: [], bytes }
}

/** An outcome that identifies its append. */
function appended({ bytes }: CheckedAppend): AppendOutcome {
  return { kind: 'appended', revision: 0, position: BigInt(bytes) }
}
