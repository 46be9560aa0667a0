import fc from 'fast-check'
import t from 'tap'
import type { Gateway, Submission } from '../../../src/countries/gateway/gateway.js'
import { systemClock } from '../../../src/domain/clock.js'
import { attemptIdOf, invoice, type InvoiceEvent, statusAfter } from '../../../src/domain/invoice.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { type EventStore, EventStoreUnavailable } from '../../../src/eventstore/port.js'
import { InvoicePipeline } from '../../../src/processors/pipeline/invoice-pipeline.js'
import { tryOnce } from '../../../src/processors/work/tries.js'
import type { Claim, Tries } from '../../../src/processors/work/work-list.js'
import { retryInvoice } from '../../../src/commands/invoice.js'
import { handle } from '../../../src/commands/handle.js'
import { CONNECTED, OpenGates } from '../../standins/gates.js'
import { MemoryDocuments } from '../../standins/memory/documents.js'
import { AWAY, scriptedCountry } from '../../standins/scripted-government.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { MAY_FOLLOW } from '../../support/invoice-statuses.js'

/**
 * What happens at one place where something can go wrong: an outage or a fault of ours, before the
 * effect or after it (its answer is lost), or the end of the process there. `refused` is the
 * government's certain no to an upload.
 */
type Mishap = 'none' | 'away' | 'lost' | 'fault' | 'late fault' | 'death' | 'late death' | 'refused'
type Place = 'validate' | 'find' | 'submit' | 'poll' | 'append' | 'read'

type Action =
  /** One try after another; at each place that they come to, the next mishap. */
  | { readonly kind: 'work'; readonly mishaps: readonly Mishap[] }
  /** So many tries in which one place always goes wrong. */
  | { readonly kind: 'storm'; readonly place: Place; readonly mishap: Mishap; readonly tries: number }
  | { readonly kind: 'retry' }
  /**
   * The store is set back by so many events of the invoice; never before its creation, nor before
   * what releases before have written: their attempts had ids made by chance, and one that is lost
   * can't be asked for.
   */
  | { readonly kind: 'restore'; readonly events: number }

class Death extends Error {}

/**
 * A government that accepts every upload, as often as it comes, and finds by attempt
 * what it has.
 */
class TrustingGovernment {
  readonly taken: { readonly attemptId: string; readonly document: string }[] = []
  readonly gateway: Gateway

  constructor(at: <T>(place: Place, work: () => Promise<T>) => Promise<T | 'away' | 'refused'>) {
    const uploadIdOf = ({ attemptId }: { readonly attemptId: string }): string => `upload of ${attemptId}`
    const known = (submission: Submission) =>
      this.taken.some(({ attemptId }) => attemptId === submission.attemptId)
        ? ({ kind: 'known', uploadId: uploadIdOf(submission), govEndpoint: 'gov' } as const)
        : ({ kind: 'unknown' } as const)
    this.gateway = {
      find: async (submission) => {
        const outcome = await at('find', async () => known(submission))
        return typeof outcome === 'string' ? AWAY : outcome
      },
      submit: async (submission) => {
        const outcome = await at('submit', async () => {
          const { attemptId, xml } = submission
          this.taken.push({ attemptId, document: Buffer.from(xml).toString() })
          return { kind: 'submitted', uploadId: uploadIdOf(submission), govEndpoint: 'gov' } as const
        })
        if (outcome === 'refused') return { kind: 'refused', errorMessage: 'closed' }
        return outcome === 'away' ? AWAY : outcome
      },
      poll: async (_submission, uploadId) => {
        const outcome = await at('poll', async () => uploadId)
        if (outcome === 'away') return AWAY
        if (outcome === 'refused') return { kind: 'pending', retryAfterSeconds: 1 }
        return { kind: 'accepted', govId: outcome, govMessage: 'ok', receipt: null }
      },
    }
  }
}

/**
 * How an invoice stands when the story begins: new, or as releases before have left it, with what
 * the government has of it.
 */
interface Beginning {
  readonly events: readonly InvoiceEvent[]
  readonly taken: readonly string[]
}

const XML = '<Invoice/>'
const FAULT = { errorMessage: 'a', errorTranslated: 'b', errorFix: 'c' }
const VALIDATED: InvoiceEvent = { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } }
const FAILED: InvoiceEvent = { type: 'InvoiceFailed', data: { reason: 'internal', ...FAULT } }
const RETRIED: InvoiceEvent = { type: 'InvoiceRetried', data: {} }
const started = (attemptId: string): InvoiceEvent => ({ type: 'SubmissionStarted', data: { attemptId } })
const uploaded = (attemptId: string): InvoiceEvent => ({
  type: 'InvoiceSubmitted',
  data: { attemptId, uploadId: `upload of ${attemptId}`, govEndpoint: 'gov' },
})
const CONVERTED: InvoiceEvent = {
  type: 'InvoiceConverted',
  data: { format: 'UBL', document: { sha256: '', size: 10, mediaType: 'application/xml' } },
}
const BEGUN = [VALIDATED, CONVERTED, started('a1')]
const BEGINNINGS: readonly Beginning[] = [
  { events: [], taken: [] },
  { events: [...BEGUN, FAILED], taken: [] },
  { events: [...BEGUN, FAILED, RETRIED], taken: ['a1'] },
  { events: [...BEGUN, uploaded('a1'), FAILED], taken: ['a1'] },
  { events: [...BEGUN, uploaded('a1'), FAILED, RETRIED, VALIDATED], taken: ['a1'] },
  { events: [...BEGUN, FAILED, RETRIED, VALIDATED, CONVERTED, started('a2')], taken: ['a1'] },
  { events: [...BEGUN, FAILED, RETRIED, VALIDATED, CONVERTED, started('a2'), FAILED], taken: ['a2'] },
]

/** One invoice, its government and its store, and the mishaps that they meet. */
async function perform(beginning: Beginning, row: Tries, actions: readonly Action[]) {
  let store = new MemoryEventStore()
  const documents = new MemoryDocuments()
  const first = new History(store)
  const scope = await first.account()
  const { id, stream } = await first.invoice(scope, acceptedInvoice('F-1'))
  const document = await documents.put(scope, Buffer.from(XML), 'application/xml')
  const placed = beginning.events.map((event) =>
    event.type === 'InvoiceConverted' ? { ...event, data: { ...event.data, document } } : event,
  )
  if (placed.length > 0) await first.older(scope, stream, ...placed)

  let mishapAt: (place: Place) => Mishap = () => 'none'
  let dead = false
  const at = async <T>(place: Place, work: () => Promise<T>): Promise<T | 'away' | 'refused'> => {
    if (dead) throw new Death()
    const mishap = mishapAt(place)
    if (mishap === 'fault') throw new TypeError(`a fault at ${place}`)
    if (mishap === 'away') return 'away'
    if (mishap === 'refused') return place === 'submit' || place === 'poll' ? 'refused' : work()
    if (mishap === 'death') dead = true
    if (dead) throw new Death()
    const result = await work()
    if (mishap === 'late death') dead = true
    if (dead) throw new Death()
    if (mishap === 'late fault') throw new TypeError(`a fault after ${place}`)
    return mishap === 'lost' ? 'away' : result
  }
  const stored = async <T>(place: Place, work: () => Promise<T>): Promise<T> => {
    const outcome = await at(place, async () => ({ answer: await work() }))
    if (typeof outcome === 'string') throw new EventStoreUnavailable(`away at ${place}`)
    return outcome.answer
  }
  const troubled: EventStore = {
    append: (name, revision, events) => stored('append', () => store.append(name, revision, events)),
    readStream: (name, from) => stored('read', () => store.readStream(name, from)),
    subscribe: (options) => store.subscribe(options),
    eventAt: (position) => store.eventAt(position),
    head: () => store.head(),
    erase: (name) => store.erase(name),
    close: () => store.close(),
  }
  const government = new TrustingGovernment(at)
  for (const attemptId of beginning.taken) government.taken.push({ attemptId, document: XML })
  const country = scriptedCountry(government.gateway, {
    convert: () => ({ xml: XML, mediaType: 'application/xml', format: 'UBL' }),
  })
  const pipeline = new InvoicePipeline({
    store: troubled,
    clock: systemClock,
    documents: {
      // Read first of all that a try needs of the outside; stands for anything that can break
      // before anything is begun.
      put: (whose, bytes, mediaType) => stored('validate', () => documents.put(whose, bytes, mediaType)),
      get: (whose, sha256) => documents.get(whose, sha256),
      erase: (whose, sha256) => documents.erase(whose, sha256),
    },
    gates: new OpenGates(),
    access: CONNECTED,
    countryOf: () => country,
    gatewayFor: () => government.gateway,
  })

  let tries = row
  const work = async (): Promise<void> => {
    const claim: Claim = { kind: 'invoices', key: stream, ...scope, lane: '', position: 0n, token: '1', ...tries }
    const lease = {
      stillMine: () => Promise.resolve(true),
      isHeld: () => true,
      lost: new AbortController().signal,
      signal: new AbortController().signal,
      enter: () => Promise.resolve(true),
    }
    const { outages, faults } = await tryOnce(pipeline, claim, lease, systemClock, () => undefined)
    // A dead process releases nothing.
    if (!dead) tries = { outages, faults }
    dead = false
  }
  const read = async (): Promise<readonly InvoiceEvent[]> =>
    (await store.readStream(stream)).map(({ type, data }) => ({ type, data }) as InvoiceEvent)
  const retry = async (): Promise<void> => {
    const context = { ...scope, actor: 'operator', correlationId: 'r', causationId: 'r' } as const
    await handle({ store, clock: systemClock }, context, invoice, stream, retryInvoice())
  }
  const restore = async (events: number): Promise<void> => {
    const all = await store.readStream(stream)
    store = new MemoryEventStore()
    const kept = all.slice(0, Math.max(1 + beginning.events.length, all.length - events))
    await store.append(
      stream,
      'none',
      kept.map(({ id: eventId, type, data, metadata }) => ({ id: eventId, type, data, metadata })),
    )
    tries = { outages: 0, faults: 0 }
  }

  for (const action of actions) {
    if (action.kind === 'retry') await retry()
    else if (action.kind === 'restore') await restore(action.events)
    else if (action.kind === 'storm') {
      mishapAt = (place) => (place === action.place ? action.mishap : 'none')
      for (let n = 0; n < action.tries; n++) await work()
    } else {
      const mishaps = action.mishaps.values()
      let spent = false
      mishapAt = () => {
        const next = mishaps.next()
        spent ||= next.done === true
        return next.done === true ? 'none' : next.value
      }
      for (let n = 0; n < action.mishaps.length && !spent; n++) await work()
    }
    mustHold(await read(), government, beginning)
  }
  // When all is well again, the invoice comes to its end.
  mishapAt = () => 'none'
  for (let n = 0; n < 3; n++) {
    await work()
    await retry()
  }
  const events = await read()
  mustHold(events, government, beginning)
  if (events.at(-1)?.type !== 'InvoiceAccepted') throw new Error(`it came to rest at ${typesOf(events)}`)
  const [taken] = government.taken
  if (beginning.events.length === 0 && taken?.attemptId !== attemptIdOf(id, document.sha256))
    throw new Error('another id')
}

const typesOf = (events: readonly InvoiceEvent[]): string => events.map(({ type }) => type).join()

/** Throws where a promise is broken. */
function mustHold(events: readonly InvoiceEvent[], { taken }: TrustingGovernment, beginning: Beginning): void {
  if (taken.length > 1) throw new Error(`the document was accepted ${taken.length} times, after ${typesOf(events)}`)
  let begun = false
  for (const [index, event] of events.entries()) {
    const status = statusAfter(event)
    const previous = events[index - 1]
    const before = previous === undefined ? null : statusAfter(previous)
    // The first is the creation; what releases before have written is what it is.
    const isOurs = index > beginning.events.length
    if (isOurs && before !== null && !MAY_FOLLOW[before].includes(status)) throw new Error(`${before} → ${status}`)
    if (event.type === 'SubmissionStarted') begun = true
    if (event.type === 'InvoiceFailed') {
      if (isOurs && begun && event.data.reason !== 'government') throw new Error(`given up after ${typesOf(events)}`)
      if (event.data.reason === 'government') begun = false
    }
  }
}

/**
 * Refused at the door, taken after a retry, and both forgotten: nothing but the document
 * distinguishes the government's attempts apart.
 */
const REFUSED_ACCEPTED_FORGOTTEN: [Beginning, Tries, Action[]] = [
  { events: [], taken: [] },
  { outages: 0, faults: 0 },
  [
    { kind: 'storm', place: 'submit', mishap: 'refused', tries: 1 },
    { kind: 'retry' },
    { kind: 'work', mishaps: ['none'] },
    { kind: 'restore', events: 20 },
    { kind: 'work', mishaps: ['none'] },
  ],
]

const mishap = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Mishap>('none') },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Mishap>('away', 'lost', 'fault', 'late fault', 'death', 'late death', 'refused'),
  },
)
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('work' as const), mishaps: fc.array(mishap, { maxLength: 20 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('storm' as const),
      place: fc.constantFrom<Place>('validate', 'find', 'submit', 'poll', 'append', 'read'),
      mishap,
      tries: fc.integer({ min: 1, max: 10 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'retry' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('restore' as const), events: fc.integer({ min: 1, max: 8 }) }),
  },
)

t.test(
  'through failures, deaths, retries and restores a government gets a document once, and a begun attempt is not given up',
  { timeout: 120_000 },
  async () => {
    const tries = fc.record({ outages: fc.nat({ max: 12 }), faults: fc.nat({ max: 8 }) })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...BEGINNINGS), tries, fc.array(action, { maxLength: 12 }), perform),
      { numRuns: 800, examples: [REFUSED_ACCEPTED_FORGOTTEN] },
    )
  },
)
