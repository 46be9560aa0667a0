import pino from 'pino'
import t, { type Test } from 'tap'
import type { BuyerResponse } from '../../../src/countries/gateway/gateway.js'
import { readHere } from '../../../src/countries/gateway/message-reader.js'
import { LARGE_BYTES } from '../../../src/domain/large-work.js'
import type { GovernmentMessage } from '../../../src/countries/gateway/mailbox.js'
import type { Scope } from '../../../src/domain/event.js'
import type { InvoiceEvent } from '../../../src/domain/invoice.js'
import { systemTimers } from '../../../src/domain/timers.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { lookForRestore } from '../../../src/eventstore/restores.js'
import { EventStoreUnavailable } from '../../../src/eventstore/port.js'
import { InboundMessages, type MessageDeskDeps } from '../../../src/processors/collecting/inbound-messages.js'
import { hastenMessages } from '../../../src/processors/deliveries/waking.js'
import { messagesAwaited } from '../../../src/processors/work/awaited.js'
import { MemoryDatabase } from '../../simulation/memory/database.js'
import { MemoryMarks } from '../../simulation/memory/marks.js'
import { MemoryRestores } from '../../simulation/memory/restores.js'
import { MemoryDocuments } from '../../standins/memory/documents.js'
import { MemoryMailbox } from '../../standins/memory/mailbox.js'
import { scriptedCountry, ScriptedGovernment } from '../../standins/scripted-government.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { SENT } from '../pipeline/scripted-invoice.js'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const live = new AbortController().signal
const ACCEPTED: InvoiceEvent = { type: 'InvoiceAccepted', data: { govId: '7', govMessage: 'ok', receipt: null } }

/** The message's content is its text; `-` has none, `!` is a fault of the reader. */
function responseIn({ bytes }: GovernmentMessage): BuyerResponse | null {
  const text = Buffer.from(bytes).toString()
  if (text === '!') throw new Error('a fault in the reader')
  return text === '-' ? null : { at: NOW, code: text, label: `means ${text}`, reason: `because \0 ${text}` }
}

async function desk(deps: Partial<MessageDeskDeps> = {}) {
  const store = new MemoryEventStore()
  const documents = new MemoryDocuments()
  const mailbox = new MemoryMailbox()
  const database = new MemoryDatabase(() => 0)
  const restores = new MemoryRestores(database)
  const woken: string[] = []
  const log: string[] = []
  let now = NOW
  const history = new History(store)
  const scope: Scope = { ...(await history.account()), environment: 'production' }
  const { stream } = await history.invoice(scope, acceptedInvoice('F-1'))
  const invoiceId = stream.slice('liveInvoice-'.length)
  const country = scriptedCountry(new ScriptedGovernment().gateway)
  const all: MessageDeskDeps = {
    store,
    documents,
    messages: mailbox,
    marks: new MemoryMarks(database),
    restores,
    clock: { now: () => now },
    timers: systemTimers,
    workList: {
      wake: (waitsFor) => {
        woken.push(waitsFor)
        return Promise.resolve()
      },
    },
    countryOf: () => country,
    gatewayFor: () => ({ ...new ScriptedGovernment().gateway, responseIn }),
    log: pino({ level: 'warn' }, { write: (line: string) => void log.push(line) }),
    ...deps,
  }
  await mailbox.expect({ channel: 'sdi', reference: 'id 7', scope, country: 'RO', invoiceId })
  return {
    all,
    store,
    mailbox,
    restores,
    woken,
    log,
    stream,
    scope,
    documents,
    happened: (...events: readonly InvoiceEvent[]) => history.older(scope, stream, ...events),
    says: (text: string, messageId = text) =>
      mailbox.put({
        channel: 'sdi',
        scope: null,
        messageId,
        references: ['id 7'],
        kind: 'NE',
        receivedAt: now,
        bytes: Buffer.from(text),
        mediaType: 'application/xml',
      }),
    look: (desk = new InboundMessages(all)) => desk.look(live),
    later: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
    responses: async () =>
      (await store.readStream(stream)).filter(({ type }) => type === 'InvoiceResponded').map(({ data }) => data),
  }
}

t.test('what messages say of an accepted invoice becomes events, in their order and once', async (t: Test) => {
  const { happened, says, look, responses, documents, scope, later, ...world } = await desk()
  await happened(...SENT, ACCEPTED)
  await says('IP')
  await says('-')
  await says('AP')
  t.equal(await look(), 3)
  const noted = await responses()
  t.match(noted, [
    { messageId: 'IP', number: 1, status: 'accepted', at: NOW.toISOString(), code: 'IP', label: 'means IP' },
    { messageId: 'AP', number: 2, status: 'accepted', code: 'AP', reason: 'because \uFFFD AP' },
  ])
  const { document } = noted[0] as { document: { sha256: string } }
  t.equal(Buffer.from((await documents.get(scope, document.sha256)) ?? '').toString(), 'IP')
  later(100_000)
  t.equal(await look(), 0)
  await says('AP')
  t.equal(await look(), 0)
  t.same(world.woken, [])
  t.same(world.log, [])
})

t.test('a message is read as one about the very invoice', async (t: Test) => {
  const asked: unknown[] = []
  const readerOf = { responseIn: (_message: GovernmentMessage, about: unknown) => (asked.push(about), null) }
  const { happened, says, look, store, stream } = await desk({
    gatewayFor: () => ({ ...new ScriptedGovernment().gateway, ...readerOf }),
  })
  await happened(...SENT, ACCEPTED)
  await says('AP')
  await look()
  const [created] = await store.readStream(stream)
  const { issueDate } = created?.data as { issueDate: string }
  t.same(asked, [{ createdAt: new Date(created?.metadata.occurredAt ?? ''), issueDate }])
})

t.test("a large message of the operator's own endpoint is read by the threads", async (t: Test) => {
  const read: string[] = []
  const judging: MessageDeskDeps['judging'] = {
    message: (_caller, reader, bytes, given) => {
      read.push(`${reader.name}: ${bytes.length}`)
      return readHere(reader, bytes, given)
    },
  }
  const { happened, says, look, responses } = await desk({ judging })
  await happened(...SENT, ACCEPTED)
  await says('AP')
  await look()
  t.same(read, [], 'a small one is not')
  const response = `<n:NotificaEsito xmlns:n="x"><IdentificativoSdI>7</IdentificativoSdI>
    <NomeFile>IT01234567890_11111.xml</NomeFile>${' '.repeat(LARGE_BYTES)}
    <EsitoCommittente><Esito>EC02</Esito></EsitoCommittente></n:NotificaEsito>`
  await says(response, 'large')
  await look()
  t.same(read, [`response to an invoice: ${response.length}`])
  t.match((await responses()).at(-1), { code: 'EC02' })
})

t.test(
  'a process that dies between the event and its note does not make it twice, nor do two at once',
  async (t: Test) => {
    const { happened, says, look, responses, all, later } = await desk()
    await happened(...SENT, ACCEPTED)
    await says('AP')
    const { messages } = all
    const dying = new InboundMessages({
      ...all,
      messages: {
        claim: (...asked) => messages.claim(...asked),
        read: (message) => messages.read(message),
        settle: () => Promise.reject(new EventStoreUnavailable('gone')),
        postpone: (...asked) => messages.postpone(...asked),
        hasten: (...asked) => messages.hasten(...asked),
        reopen: () => messages.reopen(),
      },
    })
    await t.rejects(dying.look(live), /gone/)
    t.equal((await responses()).length, 1)
    t.equal(await look(), 0, 'it is still claimed')
    later(60)
    t.equal(await look(), 1)
    await says('CA')
    const [claimed] = await messages.claim(new Date(NOW.getTime() + 60_000), 0, 1)
    if (claimed === undefined) throw new Error('nothing was claimed')
    await Promise.all([look(), look(), look()])
    t.equal((await responses()).length, 2)
  },
)

t.test('an invoice that is not decided is woken; the message is noted after the decision', async (t: Test) => {
  const { happened, says, look, responses, later, woken, stream, all, store } = await desk()
  await happened(...SENT)
  await says('AP')
  for (const seconds of [0, 1, 2, 4, 8, 16]) {
    later(seconds)
    t.equal(await look(), 1)
  }
  t.same(
    woken,
    Array.from({ length: 6 }, () => messagesAwaited(stream)),
  )
  later(32)
  t.equal(await look(), 1, 'a poll of that moment has had a minute')
  t.equal(woken.length, 6)
  await happened(ACCEPTED)
  await hastenMessages(all, await store.readStream(stream))
  t.equal(await look(), 1, 'the decision makes it due')
  t.match(await responses(), [{ code: 'AP' }])
})

t.test('the message that was the decision is no response', async (t: Test) => {
  const { happened, says, look, responses, documents, scope } = await desk()
  const receipt = await documents.put(scope, Buffer.from('AP'), 'application/xml')
  await happened(...SENT, { type: 'InvoiceAccepted', data: { govId: '7', govMessage: 'ok', receipt } })
  await says('AP')
  await look()
  t.same(await responses(), [])
})

t.test('a message that can not be read is tried again, and delays no other', async (t: Test) => {
  const { happened, says, look, responses, later, log } = await desk()
  await happened(...SENT, ACCEPTED)
  await says('!')
  await says('AP')
  t.equal(await look(), 2)
  t.match(await responses(), [{ code: 'AP' }])
  t.match(log, [/could not be recorded.*a fault in the reader|a fault in the reader.*could not be recorded/])
  later(1)
  t.equal(await look(), 1)
  later(1)
  t.equal(await look(), 0, 'with growing pauses')
  later(1)
  t.equal(await look(), 1)
  t.equal(log.length, 3)
})

t.test('an outage is not the message’s fault', async (t: Test) => {
  const away = { readStream: () => Promise.reject(new EventStoreUnavailable('away')) }
  const { says, look, log, all, later } = await desk()
  await says('AP')
  await t.rejects(
    look(new InboundMessages({ ...all, store: Object.assign(Object.create(all.store) as never, away) })),
    /away/,
  )
  t.same(log, [])
  later(60)
  t.equal(await look(), 1)
})

t.test('texts are cut to what an event holds', async (t: Test) => {
  const long = '€'.repeat(100_000)
  const gateway = {
    ...new ScriptedGovernment().gateway,
    responseIn: () => ({ at: NOW, code: long, label: long, reason: long }),
  }
  const { happened, says, look, responses } = await desk({ gatewayFor: () => gateway })
  await happened(...SENT, ACCEPTED)
  await says('x')
  await look()
  t.ok(JSON.stringify(await responses()).length < 16_000)
})

t.test('where no gateway has anything to say of messages, they are settled', async (t: Test) => {
  const { happened, says, look, responses, later } = await desk({ gatewayFor: () => null })
  await happened(...SENT, ACCEPTED)
  await says('AP')
  t.equal(await look(), 1)
  later(100_000)
  t.equal(await look(), 0)
  t.same(await responses(), [])
})

t.test('the loss of the event that settled a message is a restore, though no reader has come to it', async (t) => {
  const { happened, says, look, store, stream, restores } = await desk()
  await happened(...SENT, ACCEPTED)
  const older = new MemoryEventStore()
  for (const { id, type, data, metadata, revision } of await store.readStream(stream))
    await older.append(stream, revision === 0 ? 'none' : revision - 1, [{ id, type, data, metadata }])
  await says('AP')
  t.equal(await lookForRestore(store, restores, 'a test'), 0)
  await look()
  t.equal(await lookForRestore(store, restores, 'a test'), 0)
  t.equal(await lookForRestore(older, restores, 'a test'), 1)
})

t.test('who reads messages finds that restore before it notes another event', async (t) => {
  const { all, happened, says, look, store, stream, restores } = await desk()
  await happened(...SENT, ACCEPTED)
  const older = new MemoryEventStore()
  for (const { id, type, data, metadata, revision } of await store.readStream(stream))
    await older.append(stream, revision === 0 ? 'none' : revision - 1, [{ id, type, data, metadata }])
  await says('AP')
  await look()
  await says('MT')
  const restarted = new InboundMessages({ ...all, store: older })
  t.equal(await look(restarted), 0)
  t.equal(await restores.count(), 1)
  t.equal(await look(restarted), 1)
  t.equal(await restores.count(), 1, 'once')
})

t.test('no message is settled by an event from before a restore', async (t) => {
  const { all, restores, happened, says, later, look, responses } = await desk()
  await happened(...SENT, ACCEPTED)
  await says('AP')
  const documents = Object.create(all.documents) as typeof all.documents
  documents.put = async (scope, bytes, mediaType) => {
    await restores.note(0)
    return all.documents.put(scope, bytes, mediaType)
  }
  t.equal(await look(new InboundMessages({ ...all, documents })), 1)
  later(10)
  t.equal(await look(), 1, 'it comes again')
  t.match(await responses(), [{ messageId: 'AP' }], 'and is noted once')
  later(100_000)
  t.equal(await look(), 0)
})
