import { fieldsOf, itemsOf } from '../../domain/json.js'
import { isId } from '../../domain/ids.js'
import { StartupError } from '../../storage/startup-error.js'
import type { CliRun } from '../cli-run.js'
import { findApiKey, type KeySources } from '../listen/api-key.js'
import { visible } from '../../domain/text.js'
import { progressLine } from '../progress-line.js'
import { counted } from '../../domain/counted.js'
import { writeInvoice, writeTable } from './files.js'
import { ApiReader, type Listed } from './reader.js'

/** How the service is called. */
export interface ReceivedCall extends KeySources {
  readonly json: boolean
  readonly api: string
  /** Query parameters of GET /v1/received. */
  readonly filters: Readonly<Record<string, string>>
}

const PAGE = 100
/** Of GET /v1/received.csv. */
const MOST_ROWS = 10_000

/** Lists received invoices, newest first. Throws `StartupError` where the service refuses. */
export async function listReceived(cli: CliRun, call: ReceivedCall, limit: number): Promise<void> {
  await reading(cli, call, async (reader) => {
    const received: Listed[] = []
    for await (const each of pagesOf(reader, call, limit)) received.push(each)
    cli.printResult(call, { received }, () => received.map(inOneLine).join('\n') || 'No received invoices.')
  })
}

/** Shows one. Throws `StartupError` for an unknown id. */
export async function showReceived(cli: CliRun, call: ReceivedCall, id: string): Promise<void> {
  if (!isId(id) || !id.startsWith('rcv_'))
    throw new StartupError('Name the received invoice by its id: rcv_ and 22 letters and digits.')
  await reading(cli, call, async (reader) => {
    const at = `/v1/received/${id}`
    const received = fieldsOf((await reader.json(at))['data'])
    const [documents = [], events = [], responses = []] = await Promise.all(
      ['documents', 'events', 'responses'].map(async (part) => itemsOf((await reader.json(`${at}/${part}`))['data'])),
    )
    const shown = { received, documents, events, responses }
    cli.printResult(call, shown, () => inWords(shown).join('\n'))
  })
}

/** What an export writes, and where. */
interface ExportTarget {
  readonly directory: string
  readonly withPdf: boolean
}

/**
 * Writes received invoices to a directory. What is there and unchanged is not fetched again.
 * Throws `StartupError` where the service refuses, or a file can't be written.
 */
export async function exportReceived(cli: CliRun, call: ReceivedCall, target: ExportTarget): Promise<void> {
  const { directory, withPdf } = target
  const progress = progressLine(cli, call)
  await reading(cli, call, async (reader, signal) => {
    let [written, unchanged] = [0, 0]
    try {
      for await (const each of pagesOf(reader, call, Infinity)) {
        if (await writeInvoice(reader, each, { directory, withPdf })) written += 1
        else unchanged += 1
        progress.show(counted(written + unchanged, 'invoice'))
        if (signal.aborted) throw new StartupError('It was interrupted. Call it again to write the rest.')
      }
      await writeTable(reader, call.filters, directory)
    } finally {
      progress.end()
    }
    const invoices = written + unchanged
    if (invoices > MOST_ROWS)
      cli.printNote(call, `received.csv has the newest ${MOST_ROWS}; narrow the filters for the others.`)
    cli.printResult(
      call,
      { directory, invoices, written, unchanged },
      () => `${directory}: ${counted(invoices, 'invoice')}, ${written} written, ${unchanged} unchanged.`,
    )
  })
}

async function reading(
  cli: CliRun,
  call: ReceivedCall,
  work: (reader: ApiReader, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const key = await findApiKey(cli, call)
  const ending = new AbortController()
  const stopListening = cli.onInterrupt(() => ending.abort())
  const onPause = (problem: string): void => cli.printNote(call, problem)
  try {
    await work(new ApiReader({ api: call.api, key, signal: ending.signal, onPause }), ending.signal)
  } finally {
    stopListening()
  }
}

/** At most `most` received invoices, newest first. */
async function* pagesOf(reader: ApiReader, { filters }: ReceivedCall, most: number): AsyncGenerator<Listed> {
  let cursor: string | null = null
  for (let left = most; left > 0;) {
    const query = new URLSearchParams({
      ...filters,
      limit: String(Math.min(PAGE, left)),
      ...(cursor !== null && { cursor }),
    })
    const { data, nextCursor } = await reader.json(`/v1/received?${query.toString()}`)
    for (const each of itemsOf(data)) yield fieldsOf(each)
    left -= itemsOf(data).length
    if (typeof nextCursor !== 'string') return
    cursor = nextCursor
  }
}

function inOneLine(received: Listed): string {
  const { id, status, country, number, supplierName, supplierVat, grossAmount, currency, dueDate, valid, duplicateOf } =
    received
  const marks = [...(valid === false ? ['invalid'] : []), ...(duplicateOf === null ? [] : ['duplicate'])]
  return [
    text(id),
    text(status),
    text(country),
    text(number),
    text(supplierName ?? supplierVat),
    grossAmount === null ? '–' : `${text(grossAmount)} ${text(currency)}`,
    `due ${text(dueDate)}`,
    ...marks,
  ].join('  ')
}

interface Shown {
  readonly received: Listed
  readonly documents: readonly unknown[]
  readonly events: readonly unknown[]
  readonly responses: readonly unknown[]
}

function inWords({ received, documents, events, responses }: Shown): readonly string[] {
  const { duplicateOf, findings, losses, format } = received
  const money = (field: string): string =>
    received[field] === null ? '–' : `${text(received[field])} ${text(received['currency'])}`
  const facts: readonly (readonly [string, string])[] = [
    ['supplier', `${text(received['supplierName'])}, ${text(received['supplierVat'])}`],
    ['for', `${text(received['companyId'])}, ${text(received['customerVat'])}`],
    ['issued', text(received['issueDate'])],
    ['due', text(received['dueDate'])],
    ['net', money('netAmount')],
    ['VAT', money('vatAmount')],
    ['gross', money('grossAmount')],
    ['came by', `${text(received['channel'])} as ${text(format)}, number ${text(received['govId'])}`],
    ['arrived', text(received['receivedAt'])],
    ['read', text(received['readAt'])],
    ...(typeof duplicateOf === 'string' ? [['duplicate of', text(duplicateOf)] as const] : []),
  ]
  const title = format === 'unknown' ? 'Unreadable document' : `Invoice ${text(received['number'])}`
  return [
    `${title} (${text(received['status'])}), ${text(received['id'])}`,
    ...facts.map(([name, value]) => `  ${name.padEnd(12)}  ${value}`),
    ...block('Findings', findings, ({ rule, severity, message, fix }) =>
      [`${text(severity)} ${text(rule)}: ${text(message)}`, `  ${text(fix)}`].join('\n    '),
    ),
    ...block('Losses', losses, undefined),
    ...block('Documents', documents, ({ kind, filename, mediaType, size }) =>
      [text(kind), text(filename), text(mediaType), ...(size === null ? [] : [`${text(size)} bytes`])].join('  '),
    ),
    ...block('Events', events, ({ createdAt, event }) => `${text(createdAt)}  ${text(event)}`),
    ...block('Responses', responses, ({ code, nationalCode, status, reason, errorMessage }) =>
      [
        `${text(code)} (${text(nationalCode)}), ${text(status)}`,
        ...[reason, errorMessage].flatMap((each) => (typeof each === 'string' ? [text(each)] : [])),
      ].join(': '),
    ),
  ]
}

function block(title: string, items: unknown, line: ((item: Listed) => string) | undefined): readonly string[] {
  const all = itemsOf(items)
  if (all.length === 0) return []
  return [`${title}:`, ...all.map((item) => `  ${line === undefined ? text(item) : line(fieldsOf(item))}`)]
}

/** Texts of suppliers must not control a terminal. */
function text(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  return visible(typeof value === 'string' ? value : JSON.stringify(value))
}
