import type { ArrivedDocument } from '../../countries/gateway/reception.js'
import { JudgingLimit, type Caller, type Judging } from '../../documents/judging/port.js'
import { judgeInProcess } from '../../documents/judging/in-process.js'
import { unreadableDocument } from '../../documents/receiving/read-received.js'
import type { ReceivedFinding, ReceivedReading } from '../../documents/receiving/reading.js'
import { documentToRead, type InvoiceOfFile, readingInFile } from './invoice-of-file.js'
import type { Scope } from '../../domain/event.js'
import { derivedId } from '../../domain/ids.js'
import type { Observer, ReceivedOutcome } from '../../domain/observer.js'
import { duplicateKeyOf, supplierKeyOf } from '../../domain/public-events/received-view.js'
import type { EarlierFromSupplier, ReceivingCompany } from '../../domain/receiving.js'
import {
  received,
  type ReceivedEvent,
  type ReceivedFile,
  type ReceivedState,
  type ReceivingChannel,
} from '../../domain/received.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { streamName } from '../../domain/streams.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { type CommandDeps, handle, load, type Loaded, type ScopedContext, scopeOf } from '../handle.js'
import { recordReceived } from '../received.js'

/** The received invoices of companies, for comparisons. */
export interface ReceivedBook {
  /** Without the invoice of that id. */
  earlier(
    company: Pick<ReceivingCompany, 'id' | 'scope'>,
    keys: { readonly supplier: string; readonly duplicate: string | null },
    except: string,
  ): Promise<EarlierFromSupplier>
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
interface Arrival extends ArrivedDocument {
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
}: Pick<Arrival, 'channel' | 'identity' | 'one'> & {
  readonly company: Pick<ReceivingCompany, 'id' | 'scope'>
}): string {
  const { account, environment } = company.scope
  const key = [account, environment, company.id, channel, identity] as const
  return one === undefined || one.part === 1
    ? derivedId('rcv', ...key)
    : derivedId('rcv', ...key, `invoice ${one.part}`)
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
  arrival: Arrival,
  whenBusy: Caller['whenBusy'] = 'wait',
): Promise<Loaded<ReceivedState, ReceivedEvent>> {
  const scope = scopeOf(context)
  const { company, country, channel, govId, arrivedAt, sentAs, filename, one } = arrival
  const receivedId = receivedIdOf(arrival)
  const stream = streamName(scope.environment, 'Received', receivedId)
  const before = await load(deps.store, received, stream)
  const count = (outcome: ReceivedOutcome): void =>
    deps.observer?.happened({ kind: 'received', country, channel, outcome })
  if (before.state.status !== 'none') {
    count('repeated')
    return before
  }
  const reading = await readingOf(deps, arrival, whenBusy)
  const { duplicateOf, findings: further } = await compared(deps, arrival, receivedId, reading)
  const kept = await keep(deps.documents, scope, arrival, reading, further)
  const command = recordReceived({
    receivedId,
    companyId: company.id,
    country: reading.format === 'unknown' ? country : reading.country,
    channel,
    govId,
    arrivedAt: arrivedAt.toISOString(),
    ...reading.terms,
    ...kept,
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
  const outcome = await handle(deps, context, received, stream, command, before)
  const isNew = outcome.kind === 'done' && outcome.appended.length > 0
  count(isNew ? (reading.format === 'unknown' ? 'unreadable' : 'received') : 'repeated')
  return outcome.loaded
}

async function readingOf(
  { judging = judgeInProcess, clock }: TakeInDeps,
  { company, country, bytes, one }: Arrival,
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

/** What only the company's earlier invoices of the supplier show. */
async function compared(
  { receivedBook }: TakeInDeps,
  { company }: Arrival,
  receivedId: string,
  { terms, accounts }: ReceivedReading,
): Promise<{ readonly duplicateOf: string | null; readonly findings: readonly ReceivedFinding[] }> {
  const supplier = supplierKeyOf(terms)
  if (supplier === null) return { duplicateOf: null, findings: [] }
  const keys = { supplier, duplicate: duplicateKeyOf(terms) }
  const earlier = await receivedBook.earlier(company, keys, receivedId)
  const fresh = earlier.isKnown ? accounts.filter((account) => !earlier.accounts.has(account)) : []
  return { duplicateOf: earlier.first, findings: fresh.length === 0 ? [] : [newAccount(fresh)] }
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

interface Kept {
  readonly kind: string
  readonly filename: string | null
  readonly bytes: Uint8Array
  readonly mediaType: string
}

/** Stores the document, what it contains, what came with it, and what was read. */
async function keep(
  documents: DocumentStore,
  scope: Scope,
  { bytes, filename, files }: Arrival,
  { xml, format, invoice, losses, stated, findings, attachments }: ReceivedReading,
  further: readonly ReceivedFinding[],
) {
  const original: Kept[] =
    xml === null ? [] : [{ kind: 'original', filename: filename ?? null, bytes, mediaType: containerType(bytes) }]
  const contained = attachments.map((file, index) => ({ ...file, kind: `attachment-${index + 1}` }))
  // Together, which is one statement.
  const storing = [...original, ...files, ...contained].map(
    async ({ kind, filename: name, bytes: content, mediaType }): Promise<ReceivedFile> => ({
      kind,
      filename: name,
      document: await documents.put(scope, content, mediaType),
    }),
  )
  const read = Buffer.from(
    `{"invoice":${invoice ?? 'null'},"losses":${JSON.stringify(losses)},"stated":${JSON.stringify(stated)},"findings":${JSON.stringify([...findings, ...further])}}`,
  )
  const mediaType = format === 'unknown' ? 'application/octet-stream' : 'application/xml'
  const [document, reading, kept] = await Promise.all([
    documents.put(scope, xml ?? bytes, mediaType),
    documents.put(scope, read, 'application/json'),
    Promise.all(storing),
  ])
  return { document, reading, files: kept }
}

/** A PDF, or a file signed by CAdES. */
function containerType(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-' ? 'application/pdf' : 'application/pkcs7-mime'
}
