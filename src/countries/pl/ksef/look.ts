import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { NoAnswer } from '../../gateway/access.js'
import type { Look, LookOutcome } from '../../gateway/look.js'
import type { ArrivedDocument } from '../../gateway/reception.js'
import { isSaid, saidInWords } from './api.js'
import type { Connections } from './connections.js'
import { connected, type Taxpayer } from './credentials.js'
import { type Exports, filtersOf, type Period, type Subject, type UnderWay } from './exports.js'
import { hidden, notUnderstood } from './failures.js'
import { type Json, objectIn, objectsIn, referenceIn, textIn, timeIn } from './json.js'
import { type Package, type PackedInvoice, reading, UnreadablePackage } from './package.js'

/** Up to when each was looked through, and when KSeF was last asked for third parties. */
interface Mark {
  readonly Subject2?: string
  readonly Subject3?: string
  readonly thirdAt?: string
  readonly underWay?: UnderWay | undefined
  /** Until then no export is begun, because one came to nothing. */
  readonly singlyUntil?: string
}

/** The largest page. */
const PAGE = 250
/** KSeF returns 10,000 of one query. */
const MOST_PAGES = 40
/** KSeF refuses a period over three months, the shortest of which have 89 days. */
const LONGEST_MS = 88 * 24 * 3_600_000
const THIRD_EVERY_MS = 12 * 3_600_000
/** More are exported: a minute's downloads, and as many in each quarter of an hour as in all. */
const MOST_SINGLE = 16
const SINGLY_MS = 3_600_000
/** Documents of a package that one look takes: the others follow at once, in the next one. */
const DOCUMENTS_A_LOOK = 1_000

/**
 * Fetches the invoices that KSeF has stored for the company since the last look, by the date of
 * their permanent storage: all up to its high-water mark are there, and the next look begins at
 * it. A few are downloaded one by one, many in a package that KSeF prepares meanwhile.
 */
export async function look(
  connections: Connections,
  exports: Exports,
  tools: GatewayTools,
  wanted: Look,
): Promise<LookOutcome> {
  const { access, since, known, take } = wanted
  const taxpayer = connected(access)
  const last = markIn(wanted.mark)
  const { now } = connections
  if (last.underWay !== undefined) return continued(exports, tools, taxpayer, wanted, last.underWay, now)
  const isThirdDue =
    last.thirdAt === undefined || now.getTime() - Date.parse(last.thirdAt) >= THIRD_EVERY_MS * tools.pace
  const reached: { -readonly [Key in keyof Mark]: Mark[Key] } = { ...last }
  for (const subject of ['Subject2', ...(isThirdDue ? (['Subject3'] as const) : [])] as const) {
    const period = periodOf(subject, timeIn(last[subject]) ?? since, now)
    const isExported = reached.singlyUntil === undefined || now >= new Date(reached.singlyUntil)
    let listed = await list(connections, tools, taxpayer, period, isExported ? 1 : MOST_PAGES)
    if (listed.kind !== 'listed') return listed
    let missing = await withoutKnown(known, listed.invoices)
    if (isExported && (listed.isCut || missing.length > MOST_SINGLE)) {
      const begun = await exports.begin(taxpayer, period)
      if (begun.kind === 'begun') return looked({ ...reached, underWay: begun.underWay }, false)
      if (begun.kind !== 'over') return begun
      reached.singlyUntil = failed(tools, begun.reason, now)
      if (listed.isCut) listed = await list(connections, tools, taxpayer, period, MOST_PAGES)
      if (listed.kind !== 'listed') return listed
      missing = await withoutKnown(known, listed.invoices)
    }
    for (const invoice of missing) {
      const bytes = await download(connections, tools, taxpayer, invoice)
      if (!(bytes instanceof Uint8Array)) return bytes
      await take(documentOf(invoice, bytes, tools))
    }
    reached[subject] = listed.until
    if (subject === 'Subject3') reached.thirdAt = now.toISOString()
  }
  return looked(reached, true)
}

function markIn(mark: string | null): Mark {
  // The service wrote this JSON itself.
  return mark === null ? {} : (JSON.parse(mark) as Mark)
}

function looked(mark: Mark, isComplete: boolean): LookOutcome {
  return { kind: 'looked', mark: JSON.stringify(mark), isComplete }
}

function periodOf(subject: Subject, from: Date, now: Date): Period {
  const to = new Date(from.getTime() + LONGEST_MS)
  return { subject, from: from.toISOString(), ...(to < now && { to: to.toISOString() }) }
}

async function withoutKnown(
  known: Look['known'],
  invoices: readonly PackedInvoice[],
): Promise<readonly PackedInvoice[]> {
  const taken = await known(invoices.map(({ number }) => number))
  return invoices.filter(({ number }) => !taken.has(number))
}

/** An export came to nothing: until then invoices are downloaded one by one. */
function failed({ warn, pace }: GatewayTools, reason: string, now: Date): string {
  warn({ government: 'KSeF', reason }, 'an export of received invoices came to nothing; they are downloaded singly')
  return new Date(now.getTime() + SINGLY_MS * pace).toISOString()
}

/** Takes what is in a package, once KSeF has prepared it. */
async function continued(
  exports: Exports,
  tools: GatewayTools,
  taxpayer: Taxpayer,
  wanted: Look,
  underWay: UnderWay,
  now: Date,
): Promise<LookOutcome> {
  const rest: Mark = { ...markIn(wanted.mark), underWay: undefined }
  const state = await exports.state(taxpayer, underWay)
  switch (state.kind) {
    case 'pending':
      return looked({ ...rest, underWay }, false)
    case 'over':
      return looked({ ...rest, singlyUntil: failed(tools, state.reason, now) }, false)
    case 'ready':
      break
    default:
      return state
  }
  try {
    const outcome = await reading(() => takeAll(tools, wanted, state.package))
    if (outcome === 'more') return looked({ ...rest, underWay }, false)
    if (outcome !== 'all') return outcome
  } catch (error) {
    if (!(error instanceof UnreadablePackage)) throw error
    return looked({ ...rest, singlyUntil: failed(tools, error.message, now) }, false)
  }
  const { until, isTruncated } = state.package.described
  const { subject, from, to } = underWay
  if (isTruncated && until <= new Date(from))
    return looked({ ...rest, singlyUntil: failed(tools, 'it does not come further', now) }, false)
  const end = to !== undefined && new Date(to) < until ? to : until.toISOString()
  return looked(
    { ...rest, [subject]: end, ...(subject === 'Subject3' && !isTruncated && { thirdAt: now.toISOString() }) },
    false,
  )
}

async function takeAll(tools: GatewayTools, { known, take }: Look, packed: Package): Promise<'all' | 'more'> {
  const missing = await withoutKnown(known, await packed.invoices())
  for (const invoice of missing.slice(0, DOCUMENTS_A_LOOK))
    await take(documentOf(invoice, await packed.document(invoice), tools))
  return missing.length > DOCUMENTS_A_LOOK ? 'more' : 'all'
}

/** Invoices of one kind, the oldest first. */
interface Listed {
  readonly kind: 'listed'
  readonly invoices: readonly PackedInvoice[]
  /** They are complete up to then. */
  readonly until: string
  /** There are more. */
  readonly isCut: boolean
}

async function list(
  connections: Connections,
  tools: GatewayTools,
  taxpayer: Taxpayer,
  period: Period,
  mostPages: number,
): Promise<Listed | NoAnswer> {
  const name = 'the query of invoices'
  const invoices = new Map<string, Json>()
  let until = period.from
  for (let page = 0; page < mostPages; page += 1) {
    const { said } = await connections.call(taxpayer, {
      method: 'POST',
      path: `/invoices/query/metadata?sortOrder=Asc&pageOffset=${page}&pageSize=${PAGE}`,
      name,
      body: filtersOf(period),
      expects: 'json',
      group: 'metadata',
    })
    if (!isSaid(said)) return said
    if (said.kind === 'forbidden') return hidden(tools)
    const json = said.kind === 'json' ? objectIn(said.json) : null
    const reached = timeIn(json?.['permanentStorageHwmDate'])
    if (json === null || reached === null || !Array.isArray(json['invoices']))
      return notUnderstood(name, saidInWords(said), tools)
    for (const item of objectsIn(json['invoices'])) {
      const number = referenceIn(item['ksefNumber'])
      if (number === null) return notUnderstood(name, 'an invoice without its number', tools)
      invoices.set(number, item)
    }
    // Every page names it, and it moves: what came since is for the next look.
    if (page === 0) until = period.to !== undefined && new Date(period.to) < reached ? period.to : reached.toISOString()
    if (json['hasMore'] !== true) return { kind: 'listed', invoices: inOrder(invoices), until, isCut: false }
    if (json['isTruncated'] === true) break
  }
  const found = inOrder(invoices)
  const newest = timeIn(found.at(-1)?.item['permanentStorageDate'])
  return { kind: 'listed', invoices: found, until: newest?.toISOString() ?? period.from, isCut: true }
}

function inOrder(invoices: ReadonlyMap<string, Json>): Listed['invoices'] {
  return [...invoices].map(([number, item]) => ({ number, item }))
}

async function download(
  connections: Connections,
  tools: GatewayTools,
  taxpayer: Taxpayer,
  { number }: PackedInvoice,
): Promise<Uint8Array | NoAnswer> {
  const name = 'the download of an invoice'
  const { said } = await connections.call(taxpayer, {
    method: 'GET',
    path: `/invoices/ksef/${number}`,
    name,
    expects: 'bytes',
    group: 'download',
  })
  if (!isSaid(said)) return said
  if (said.kind === 'forbidden') return hidden(tools)
  return said.kind === 'bytes' ? said.bytes : notUnderstood(name, saidInWords(said), tools)
}

function documentOf({ number, item }: PackedInvoice, bytes: Uint8Array, { clock }: GatewayTools): ArrivedDocument {
  const metadata = Buffer.from(JSON.stringify(item))
  return {
    govId: number,
    identity: number,
    sender: textIn(objectIn(item['seller'])?.['nip']),
    bytes,
    files: [{ kind: 'metadata', filename: null, mediaType: 'application/json', bytes: metadata }],
    arrivedAt: timeIn(item['permanentStorageDate']) ?? clock.now(),
  }
}
