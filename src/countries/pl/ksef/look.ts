import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { NoAnswer } from '../../gateway/access.js'
import type { Look, LookOutcome } from '../../gateway/look.js'
import type { ArrivedDocument } from '../../gateway/reception.js'
import { isSaid, saidInWords } from './api.js'
import type { Connections } from './connections.js'
import { connected, type Taxpayer } from './credentials.js'
import { notUnderstood, unanswered } from './failures.js'
import { type Json, objectIn, objectsIn, referenceIn, textIn, timeIn } from './json.js'

/** Invoices to the company as the buyer, and as a third party: a payer or a recipient. */
type Subject = 'Subject2' | 'Subject3'

/** Up to when each was looked through, and when KSeF was last asked for third parties. */
interface Mark {
  readonly Subject2?: string
  readonly Subject3?: string
  readonly thirdAt?: string
}

/** The largest page. */
const PAGE = 250
/** KSeF returns 10,000 of one query. */
const MOST_PAGES = 40
/** KSeF refuses a longer period. */
const LONGEST_MS = 90 * 24 * 3_600_000
const THIRD_EVERY_MS = 12 * 3_600_000
/** Until the permission to read has been granted. */
const HIDDEN_SECONDS = 3600
const HIDDEN = 'KSeF does not show the invoices of the company; grant the credentials InvoiceRead'

/**
 * Fetches the invoices that KSeF has stored for the company since the last look, by the date of
 * their permanent storage: all up to its high-water mark are there, and the next look begins at
 * it.
 */
export async function look(
  connections: Connections,
  tools: GatewayTools,
  { access, since, mark, known, take }: Look,
): Promise<LookOutcome> {
  const taxpayer = connected(access)
  const last = markIn(mark)
  const now = connections.now
  const isThirdDue =
    last.thirdAt === undefined || now.getTime() - Date.parse(last.thirdAt) >= THIRD_EVERY_MS * tools.pace
  const reached: { -readonly [Key in keyof Mark]: Mark[Key] } = { ...last }
  for (const subject of ['Subject2', ...(isThirdDue ? (['Subject3'] as const) : [])] as const) {
    const from = timeIn(last[subject]) ?? since
    const listed = await list(connections, tools, taxpayer, subject, from)
    if (listed.kind !== 'listed') return listed
    const taken = await known(listed.invoices.map(({ number }) => number))
    for (const { number, item } of listed.invoices) {
      if (taken.has(number)) continue
      const document = await download(connections, tools, taxpayer, number, item)
      if ('kind' in document) return document
      await take(document)
    }
    reached[subject] = listed.until
    if (subject === 'Subject3') reached.thirdAt = now.toISOString()
  }
  return { kind: 'looked', mark: JSON.stringify(reached), isComplete: true }
}

function markIn(mark: string | null): Mark {
  // The service wrote this JSON itself.
  return mark === null ? {} : (JSON.parse(mark) as Mark)
}

/** Invoices of one kind, the oldest first. */
interface Listed {
  readonly kind: 'listed'
  readonly invoices: readonly { readonly number: string; readonly item: Json }[]
  /** They are complete up to then. */
  readonly until: string
}

async function list(
  connections: Connections,
  tools: GatewayTools,
  taxpayer: Taxpayer,
  subject: Subject,
  from: Date,
): Promise<Listed | NoAnswer> {
  const name = 'the query of invoices'
  const invoices = new Map<string, Json>()
  const to = new Date(from.getTime() + LONGEST_MS)
  const isOld = to < connections.now
  const dateRange = {
    dateType: 'PermanentStorage',
    from: from.toISOString(),
    ...(isOld && { to: to.toISOString() }),
    restrictToPermanentStorageHwmDate: true,
  }
  let until = from.toISOString()
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { said } = await connections.call(taxpayer, {
      method: 'POST',
      path: `/invoices/query/metadata?sortOrder=Asc&pageOffset=${page}&pageSize=${PAGE}`,
      name,
      body: { subjectType: subject, dateRange },
      expects: 'json',
      group: 'metadata',
    })
    if (!isSaid(said)) return said
    if (said.kind === 'forbidden') return unanswered(HIDDEN, HIDDEN_SECONDS, tools)
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
    if (page === 0) until = (isOld && to < reached ? to : reached).toISOString()
    if (json['hasMore'] !== true) return { kind: 'listed', invoices: inOrder(invoices), until }
    if (json['isTruncated'] === true) break
  }
  const found = inOrder(invoices)
  const newest = timeIn(found.at(-1)?.item['permanentStorageDate'])
  return { kind: 'listed', invoices: found, until: newest?.toISOString() ?? from.toISOString() }
}

function inOrder(invoices: ReadonlyMap<string, Json>): Listed['invoices'] {
  return [...invoices].map(([number, item]) => ({ number, item }))
}

async function download(
  connections: Connections,
  tools: GatewayTools,
  taxpayer: Taxpayer,
  number: string,
  item: Json,
): Promise<ArrivedDocument | NoAnswer> {
  const name = 'the download of an invoice'
  const { said } = await connections.call(taxpayer, {
    method: 'GET',
    path: `/invoices/ksef/${number}`,
    name,
    expects: 'bytes',
    group: 'download',
  })
  if (!isSaid(said)) return said
  if (said.kind === 'forbidden') return unanswered(HIDDEN, HIDDEN_SECONDS, tools)
  if (said.kind !== 'bytes') return notUnderstood(name, saidInWords(said), tools)
  return {
    govId: number,
    identity: number,
    sender: textIn(objectIn(item['seller'])?.['nip']),
    bytes: said.bytes,
    files: [
      {
        kind: 'metadata',
        filename: null,
        mediaType: 'application/json',
        bytes: Buffer.from(JSON.stringify(item)),
      },
    ],
    arrivedAt: timeIn(item['permanentStorageDate']) ?? tools.clock.now(),
  }
}
