import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import type { ReceivedBook } from '../../../src/commands/use-cases/take-in.js'
import { systemClock } from '../../../src/domain/clock.js'
import type { InvoiceReceived } from '../../../src/domain/received.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { EventStoreUnavailable } from '../../../src/eventstore/port.js'
import type { WaitingArrival } from '../../../src/processors/receiving/arrivals.js'
import { CompanyTurn } from '../../../src/processors/receiving/company-turn.js'
import { TurnBook } from '../../../src/processors/receiving/turn-book.js'
import { MemoryDocuments } from '../../standins/memory/documents.js'
import { fatture } from '../../support/italian-files.js'

const XML = readFileSync(join(import.meta.dirname, '../../../../test/golden/be/01-domestic.xml'), 'utf8')
const SCOPE = { account: 'acc_1', environment: 'production' } as const
const RECEIVER = { id: 'comp_1', scope: SCOPE, country: 'BE', numbers: ['BE0882341791'] } as const
const ACCOUNTS = ['BE71096123456769', 'BE68539007547034', 'BE62510007547061'] as const
const NOTHING: ReceivedBook = {
  earlier: () => Promise.resolve({ isKnown: false, accounts: new Set(), first: null }),
}
const YES = (): Promise<boolean> => Promise.resolve(true)

interface Sent {
  readonly number: string
  readonly account?: number
}

/** `place`: its identity. */
function waiting({ number, account = 0 }: Sent, place: number): WaitingArrival {
  const xml = XML.replace(/<cbc:ID>[^<]*</, `<cbc:ID>${number}<`).replace(
    /(<cac:PayeeFinancialAccount>\s*<cbc:ID>)[^<]*/,
    `$1${ACCOUNTS[account] ?? ''}`,
  )
  return {
    position: BigInt(place),
    tries: 0,
    country: 'BE',
    channel: 'peppol',
    govId: `number ${place}`,
    identity: `identity ${place}`,
    sender: null,
    bytes: Buffer.from(xml),
    files: [],
    arrivedAt: new Date('2026-11-27T10:00:00.000Z'),
    sentAs: null,
    correlationId: null,
  }
}

/** A company whose earlier received invoices are all in the book. */
function given(fails: (bytes: Uint8Array) => Error | null = () => null) {
  const store = new MemoryEventStore()
  const stored = new MemoryDocuments()
  const shown = new TurnBook(NOTHING)
  const documents = {
    get: stored.get.bind(stored),
    erase: stored.erase.bind(stored),
    put: async (...put: Parameters<MemoryDocuments['put']>) => {
      const error = fails(put[1])
      if (error !== null) throw error
      return stored.put(...put)
    },
  }
  const recorded: InvoiceReceived['data'][] = []
  const read = async (): Promise<void> => {
    const head = await store.head()
    recorded.splice(0)
    for (let position = 1n; position <= (head ?? 0n); position += 1n) {
      const event = await store.eventAt(position)
      if (event !== null) recorded.push(event.data as InvoiceReceived['data'])
    }
  }
  const turn = async (due: readonly WaitingArrival[], mayContinue = YES) => {
    const before = recorded.length
    const deps = { store, clock: systemClock, documents, receivedBook: shown }
    const ends = await new CompanyTurn(deps, RECEIVER, mayContinue).record(due)
    await read()
    for (const facts of recorded.slice(before)) shown.note(facts)
    return ends.map((end) => ('error' in end ? (end.error as Error).message : (end.place?.position ?? null)))
  }
  return { turn, recorded, store }
}

function numbers(recorded: readonly InvoiceReceived['data'][]): readonly (string | null)[] {
  return recorded.map(({ number }) => number)
}

t.test('given documents of a turn, when it is over, then they are recorded in the order of arrival', async (t) => {
  const { turn, recorded } = given()
  const due = ['F-1', 'F-2', 'F-1', 'F-3'].map((number, index) => waiting({ number }, index))
  t.same(await turn(due), [1n, 2n, 3n, 4n])
  t.same(numbers(recorded), ['F-1', 'F-2', 'F-1', 'F-3'])
  t.same(
    recorded.map(({ duplicateOf }) => duplicateOf),
    [null, null, recorded[0]?.receivedId, null],
  )
  t.same(await turn(due), [1n, 2n, 3n, 4n], 'again, nothing is recorded a second time')
  t.equal(recorded.length, 4)
})

t.test('given one that can not be stored, then those after it are compared without it, later', async (t) => {
  let isBroken = true
  const broken = waiting({ number: 'F-1' }, 1)
  const { turn, recorded } = given((bytes) =>
    isBroken && Buffer.from(bytes).equals(broken.bytes) ? new Error('broken') : null,
  )
  const same = { ...waiting({ number: 'F-1' }, 2), bytes: Buffer.concat([broken.bytes, Buffer.from('\n')]) }
  const due = [waiting({ number: 'F-0' }, 0), broken, same, waiting({ number: 'F-2' }, 3)]
  t.same(await turn(due), [1n, 'broken'], 'the turn ends there')
  t.same(await turn(due.filter((each) => each !== broken)), [1n, 2n, 3n])
  isBroken = false
  t.same(await turn([broken]), [4n])
  t.same(numbers(recorded), ['F-0', 'F-1', 'F-2', 'F-1'])
  t.same(
    recorded.map(({ duplicateOf }) => duplicateOf),
    [null, null, null, recorded[1]?.receivedId],
    'the one that came first is the duplicate of the one that was recorded first',
  )
})

t.test('given what was erased since, then the others of the turn and of a file are recorded', async (t) => {
  const { turn, recorded, store } = given()
  const due = ['F-1', 'F-1', 'F-2'].map((number, index) => waiting({ number }, index))
  const file = { country: 'IT', parts: 3, bytes: Buffer.from(fatture(['L-1', 'L-2', 'L-3'])) } as const
  due.push({ ...waiting({ number: 'file' }, 9), ...file })
  t.same(await turn(due), [1n, 2n, 3n, 6n])
  const ids = recorded.map(({ receivedId }) => receivedId)
  for (const place of [0, 3, 4]) await store.erase(`liveReceived-${ids[place] ?? ''}`)
  t.same(await turn(due), [null, 2n, 3n, 6n])
})

t.test('given a process that no longer holds the company, then it records nothing more', async (t) => {
  const { turn, recorded } = given()
  let may = 2
  const due = ['F-1', 'F-2', 'F-3'].map((number, index) => waiting({ number }, index))
  t.same(await turn(due, () => Promise.resolve(may-- > 0)), [1n, 2n])
  t.same(numbers(recorded), ['F-1', 'F-2'])
})

t.test('an outage ends the turn', async (t) => {
  const { turn, recorded } = given(() => new EventStoreUnavailable('away'))
  await t.rejects(turn([waiting({ number: 'F-1' }, 1)]), EventStoreUnavailable)
  t.same(recorded, [])
})

t.test('however documents are divided into turns, the same is recorded of each', async (t) => {
  const sent = fc.array(fc.record({ number: fc.constantFrom('F-1', 'F-2', 'F-3'), account: fc.nat(2) }), {
    minLength: 1,
    maxLength: 8,
  })
  const comparable = (recorded: readonly InvoiceReceived['data'][]) =>
    recorded.map(({ receivedId, number, duplicateOf, findingsTotal }) => ({
      receivedId,
      number,
      duplicateOf,
      findingsTotal,
    }))
  await fc.assert(
    fc.asyncProperty(sent, fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 }), async (all, sizes) => {
      const due = all.map(waiting)
      const oneByOne = given()
      for (const each of due) await oneByOne.turn([each])
      const inTurns = given()
      const rest = [...due]
      for (const size of [...sizes, rest.length]) await inTurns.turn(rest.splice(0, size))
      t.same(comparable(inTurns.recorded), comparable(oneByOne.recorded))
    }),
    { numRuns: 25 },
  )
})
