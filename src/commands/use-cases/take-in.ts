import type { ArrivedDocument } from '../../countries/gateway/reception.js'
import { JudgingLimit, type Caller, type Judging } from '../../documents/judging/port.js'
import { judgeInProcess } from '../../documents/judging/in-process.js'
import { unreadableDocument } from '../../documents/receiving/read-received.js'
import type { ReceivedFinding, ReceivedReading } from '../../documents/receiving/reading.js'
import { storeReceived, type StoredDocuments } from './stored-documents.js'
import { documentToRead, type InvoiceOfFile, readingInFile } from './invoice-of-file.js'
import { derivedId } from '../../domain/ids.js'
import type { Observer, ReceivedOutcome } from '../../domain/observer.js'
import { duplicateKeyOf, supplierKeyOf } from '../../domain/public-events/received-view.js'
import type { EarlierFromSupplier, EarlierSearch, ReceivingCompany } from '../../domain/receiving.js'
import { received, type ReceivedEvent, type ReceivedState, type ReceivingChannel } from '../../domain/received.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { streamName } from '../../domain/streams.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { type CommandDeps, handle, load, type Loaded, type ScopedContext, scopeOf } from '../handle.js'
import { recordReceived } from '../received.js'

/** The received invoices of companies, for comparisons. */
export interface ReceivedBook {
  earlier(company: Pick<ReceivingCompany, 'id' | 'scope'>, search: EarlierSearch): Promise<EarlierFromSupplier>
}

/** The dependencies of `takeIn`. */
export interface TakeInDeps extends CommandDeps {
  readonly documents: DocumentStore
  readonly receivedBook: ReceivedBook
  /** Where documents are read; absent: in this thread. */
  readonly judging?: Pick<Judging, 'receive' | 'message'>
  /** Observes what arrives; absent: it is not observed. */
  readonly observer?: Pick<Observer, 'happened'>
}

/** A document that arrived for a company. */
export interface ArrivalOfCompany extends ArrivedDocument {
  readonly company: ReceivingCompany
  readonly country: CountryCode
  readonly channel: ReceivingChannel
  /** The invoice of the same account that it is; null: another sender's. */
  readonly sentAs: string | null
  /** Which of the invoices in the file it is; absent: it is the only one. */
  readonly one?: InvoiceOfFile
}

/** The id of a received invoice, which names its stream: the lock against recording it twice. */
export function receivedIdOf({
  company,
  channel,
  identity,
  one,
}: Pick<ArrivalOfCompany, 'channel' | 'identity' | 'one'> & {
  readonly company: Pick<ReceivingCompany, 'id' | 'scope'>
}): string {
  const { account, environment } = company.scope
  const key = [account, environment, company.id, channel, identity] as const
  return one === undefined || one.part === 1
    ? derivedId('rcv', ...key)
    : derivedId('rcv', ...key, `invoice ${one.part}`)
}

/** A document on its way to its event. */
interface UnderWay {
  readonly context: ScopedContext
  readonly arrival: ArrivalOfCompany
  readonly receivedId: string
  /** Its stream, which has no event. */
  readonly before: Loaded<ReceivedState, ReceivedEvent>
}

/** A document that was read and judged. */
export interface ReadArrival extends UnderWay {
  readonly reading: ReceivedReading
}

/** A document that was compared with the earlier ones of its company. */
interface ComparedArrival extends ReadArrival {
  readonly duplicateOf: string | null
  /** Findings besides those of the reading. */
  readonly further: readonly ReceivedFinding[]
}

/** A document whose bytes, and what was read of it, are stored. */
export interface StoredArrival extends ComparedArrival {
  readonly stored: StoredDocuments
}

/**
 * Takes in a document that arrived: keeps its bytes, reads and judges it, and records it, once.
 * What can't be read is kept and recorded all the same. A process that dies before the event has
 * done nothing that the next try does not repeat.
 * @throws EventStoreUnavailable, StreamErased (it came before, and its retention has ended),
 *   JudgingBusy if the caller does not wait
 */
export async function takeIn(
  deps: TakeInDeps,
  context: ScopedContext,
  arrival: ArrivalOfCompany,
  whenBusy: Caller['whenBusy'] = 'wait',
): Promise<Loaded<ReceivedState, ReceivedEvent>> {
  const read = await readArrival(deps, context, arrival, whenBusy)
  if (!('reading' in read)) return read
  return recordArrival(deps, await storeArrival(deps, await compareArrival(deps, read)))
}

/**
 * The first step of `takeIn`: reads and judges the document. Returns its stream instead if it is
 * recorded.
 * @throws as `takeIn`
 */
export async function readArrival(
  deps: TakeInDeps,
  context: ScopedContext,
  arrival: ArrivalOfCompany,
  whenBusy: Caller['whenBusy'] = 'wait',
): Promise<ReadArrival | Loaded<ReceivedState, ReceivedEvent>> {
  const receivedId = receivedIdOf(arrival)
  const before = await load(deps.store, received, streamName(context.environment, 'Received', receivedId))
  if (before.state.status !== 'none') {
    count(deps, arrival, 'repeated')
    return before
  }
  return { context, arrival, receivedId, before, reading: await readingOf(deps, arrival, whenBusy) }
}

/** The second step: what only the company's earlier invoices show. */
export async function compareArrival(
  { receivedBook }: Pick<TakeInDeps, 'receivedBook'>,
  read: ReadArrival,
): Promise<ComparedArrival> {
  const { arrival, receivedId, reading } = read
  const { terms, accounts } = reading
  const supplier = supplierKeyOf(terms)
  if (supplier === null) return { ...read, duplicateOf: null, further: [] }
  const search = { supplier, duplicate: duplicateKeyOf(terms), accounts, except: receivedId }
  const earlier = await receivedBook.earlier(arrival.company, search)
  const fresh = earlier.isKnown ? accounts.filter((account) => !earlier.accounts.has(account)) : []
  return { ...read, duplicateOf: earlier.first, further: fresh.length === 0 ? [] : [newAccount(fresh)] }
}

/** The third step: stores the document, what it contains, what came with it, and what was read. */
export async function storeArrival(
  { documents }: Pick<TakeInDeps, 'documents'>,
  compared: ComparedArrival,
): Promise<StoredArrival> {
  const { context, arrival, reading, further } = compared
  return { ...compared, stored: await storeReceived(documents, scopeOf(context), arrival, reading, further) }
}

/**
 * The last step, in the order of arrival: records the document.
 * @throws EventStoreUnavailable, StreamErased
 */
export async function recordArrival(
  deps: TakeInDeps,
  { context, arrival, receivedId, before, reading, duplicateOf, further, stored }: StoredArrival,
): Promise<Loaded<ReceivedState, ReceivedEvent>> {
  const { company, country, channel, govId, arrivedAt, sentAs, filename, one } = arrival
  const command = recordReceived({
    receivedId,
    companyId: company.id,
    country: reading.format === 'unknown' ? country : reading.country,
    channel,
    govId,
    arrivedAt: arrivedAt.toISOString(),
    ...reading.terms,
    ...stored,
    ...(filename !== undefined && { filename }),
    ...(one !== undefined && { part: one.part }),
    format: reading.format,
    ...(reading.edition !== undefined && { edition: reading.edition }),
    valid: reading.valid,
    findingsTotal: reading.findingsTotal + further.length,
    accounts: reading.accounts,
    duplicateOf,
    sentAs,
  })
  const stream = streamName(context.environment, 'Received', receivedId)
  const outcome = await handle(deps, context, received, stream, command, before)
  const isNew = outcome.kind === 'done' && outcome.appended.length > 0
  count(deps, arrival, isNew ? (reading.format === 'unknown' ? 'unreadable' : 'received') : 'repeated')
  return outcome.loaded
}

function count({ observer }: TakeInDeps, { country, channel }: ArrivalOfCompany, outcome: ReceivedOutcome): void {
  observer?.happened({ kind: 'received', country, channel, outcome })
}

async function readingOf(
  { judging = judgeInProcess, clock }: TakeInDeps,
  { company, country, bytes, one }: ArrivalOfCompany,
  whenBusy: Caller['whenBusy'],
): Promise<ReceivedReading> {
  const caller = { account: company.scope.account, whenBusy }
  try {
    const options = { country, now: clock.now(), buyerNumbers: company.numbers }
    return one === undefined
      ? await judging.receive(caller, bytes, options)
      : readingInFile(await judging.receive(caller, documentToRead(one), options), one)
  } catch (error) {
    if (!(error instanceof JudgingLimit)) throw error
    return unreadableDocument(country, `reading it needs too much ${error.what}`, 'Invoices are smaller')
  }
}

function newAccount(accounts: readonly string[]): ReceivedFinding {
  return {
    rule: 'CW-NEW-ACCOUNT',
    severity: 'warning',
    path: '/',
    message: `The invoice is to be paid to ${accounts.join(', ')}, and no earlier invoice of this supplier named that account.`,
    fix: 'Ask the supplier, under a number or address that you know from before, whether the account is theirs.',
  }
}
