import { type GatewayTools, readingFor } from '../../gateway/gateway-tools.js'
import type { Look, LookOutcome } from '../../gateway/look.js'
import type { Scope } from '../../../domain/event.js'
import type { NoAnswer } from '../../gateway/gateway.js'
import type { ArrivedDocument } from '../../gateway/reception.js'
import { OPENED_FILE, signatureFile } from '../receiving/opened-file.js'
import type { InvoicetronicApi } from './api.js'
import { inSeconds } from './collect.js'
import type { DeliveredFile, ListedFile } from './deliveries.js'
import { refusedKey } from './failures.js'
import { senderOf } from './sender.js'

/** Files have SdI's time but may be listed later; this is the overlap with the last look. */
const OVERLAP_MS = 24 * 3_600_000
/** Files that one look fetches: the others follow at once, in the next one. */
const DOWNLOADS_A_LOOK = 50

/**
 * Fetches the files that SdI delivered to the company at Invoicetronic since the last look, oldest
 * first. Only missing ones are fetched with their content, since each counts as an operation of
 * the account.
 */
export async function look(
  api: InvoicetronicApi,
  tools: GatewayTools,
  { scope, access, since, mark, known, take }: Look,
): Promise<LookOutcome> {
  const { key, fault } = senderOf(access, api.sendAddress)
  if (fault !== null) return refusedKey(`The API key ${fault}`)
  // Files have Invoicetronic's times: a clock of ours that is ahead would leave some out.
  const begunAt = new Date(tools.clock.now().getTime() + Math.min(api.aheadMs, 0))
  const last = mark ?? since.toISOString()
  const companyId = await companyOf(api, key, access.vatNumber)
  if (companyId === null) return { kind: 'looked', mark: last, isComplete: true, missing: unknown(access.vatNumber) }
  if (typeof companyId !== 'number') return companyId
  const from = new Date(Math.max(Date.parse(last) - OVERLAP_MS, since.getTime()))
  const listed = await api.arrivals(key, { company_id: String(companyId), last_update_from: inSeconds(from) })
  if (listed.kind !== 'listed') return listed
  const files = listed.items.map(({ item }) => item).filter((file) => file.companyId === companyId)
  const taken = await known(files.map(identityOf))
  const due = files.filter((file) => !taken.has(identityOf(file)))
  const empty: string[] = []
  for (const file of due.slice(0, DOWNLOADS_A_LOOK)) {
    const found = await api.file(key, file.id)
    if (found === 'empty') empty.push(identityOf(file))
    // It was deleted since.
    if (found === 'empty' || found === 'none') continue
    if ('kind' in found) return found
    await take(await documentOf(tools, scope, file, found))
  }
  const isComplete = due.length <= DOWNLOADS_A_LOOK && !listed.isCut
  return {
    kind: 'looked',
    mark: isComplete ? begunAt.toISOString() : last,
    isComplete,
    ...(empty.length > 0 && { missing: `Invoicetronic lists files without content: ${empty.join(', ')}` }),
  }
}

/** The company's number at Invoicetronic; null: the account has no such company. */
async function companyOf(api: InvoicetronicApi, key: string, number: string): Promise<number | null | NoAnswer> {
  const digits = number.replace(/^IT(?=\d)/, '')
  const found = await api.companies(key, digits)
  if (found.kind !== 'listed') return found
  const its = found.items.find(
    ({ item: { vat, taxCode } }) => vat === number || vat === `IT${digits}` || taxCode === digits,
  )
  return its?.item.id ?? null
}

function unknown(number: string): string {
  return (
    `The account at Invoicetronic has no company ${number}, so nothing arrives; add it at its dashboard, ` +
    'and what came meanwhile is delivered'
  )
}

function identityOf({ id, identifier }: ListedFile): string {
  return identifier ?? `receive ${id}`
}

async function documentOf(
  tools: GatewayTools,
  scope: Scope,
  file: ListedFile,
  { bytes, fileName, metadata }: DeliveredFile,
): Promise<ArrivedDocument> {
  const opened = await readingFor(tools, scope)(OPENED_FILE, bytes, null)
  return {
    govId: file.identifier,
    identity: identityOf(file),
    sender: opened.supplier,
    bytes,
    ...(fileName !== null && { filename: fileName }),
    parts: opened.parts,
    files: [
      ...signatureFile(opened),
      { kind: 'metadata', filename: null, mediaType: 'application/json', bytes: Buffer.from(metadata) },
    ],
    arrivedAt: file.at ?? tools.clock.now(),
  }
}
