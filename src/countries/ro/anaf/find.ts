import { hash } from 'node:crypto'
import type { FindOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { NotedUpload } from '../../gateway/upload-ledger.js'
import type { AnafApi } from './api.js'
import type { Comparisons } from './comparisons.js'
import type { Upload } from './company.js'
import { unanswered } from './failures.js'
import type { MessageLists } from './message-lists.js'
import type { ListedMessage } from './message-page.js'
import { nextLookSeconds, SETTLED, settledMs } from './waits.js'

/** How far our clock may run ahead of ANAF's. */
const SKEW_MS = 5 * 60_000
/** Downloads at a time: a company with thousands of documents leaves calls to others. */
const DOWNLOADS_A_LOOK = 50
const NEXT_DOWNLOADS_SECONDS = 60

/** Seconds until a listed document that ANAF does not return is requested again. */
const WITHHELD_SECONDS = 3600

/**
 * Whether ANAF has the document. ANAF can't be asked by a key: after the ledger, its list of
 * messages decides. The archive of each unknown upload in the list is downloaded only once, and
 * its document compared by hash.
 *
 * Rejected uploads are not searched: their archive contains the errors and no document to compare.
 * Sending such a document again does no harm: it had no effect, and ANAF judges and rejects it
 * again for the same reason.
 */
export async function find(
  api: AnafApi,
  lists: MessageLists,
  comparisons: Comparisons,
  tools: GatewayTools,
  upload: Upload,
): Promise<FindOutcome> {
  const { scope, attemptId, createdAt, bytes, sender } = upload
  const { filter, mayBe } = upload.listed
  const note = await tools.uploads.find(scope, attemptId)
  if (note !== null && note.uploadId !== null) return known(api, upload, note.uploadId)

  const listed = await lists.since(sender, new Date(createdAt.getTime() - SKEW_MS), filter)
  if (listed.kind !== 'listed') return listed
  const messages = listed.messages.filter(mayBe)
  const sought = hash('sha256', bytes)
  const hashes = await tools.uploads.known(
    scope,
    'RO',
    messages.map(({ uploadId }) => uploadId),
  )
  const alike = messages.filter(({ uploadId }) => hashes.get(uploadId) === sought)
  const ours = await withoutOthers(tools, upload, alike)
  if (ours !== undefined) return found(api, tools, upload, note, ours)

  const strangers = messages.filter(({ uploadId }) => !hashes.has(uploadId))
  for (const message of strangers.slice(0, DOWNLOADS_A_LOOK)) {
    const compared = await comparisons.of(upload, message)
    // An upload that is older than the archive's period is older than the invoice.
    if (compared.kind === 'gone') continue
    // ANAF returned the list itself, so the connection does not lack a right.
    if (compared.kind === 'unauthorized' && compared.needs === 'user')
      return unanswered(compared.reason, WITHHELD_SECONDS, tools)
    // The downloads of the message are used up: another process may have recorded the document.
    if (compared.kind === 'exhausted' && compared.concerns === 'invoice')
      return unanswered(compared.reason, NEXT_DOWNLOADS_SECONDS, tools)
    if (compared.kind !== 'document') return compared
    if (compared.sha256 === sought) return found(api, tools, upload, note, message)
  }
  if (strangers.length > DOWNLOADS_A_LOOK)
    return unanswered(
      `${strangers.length} uploads in ANAF's list have yet to be compared`,
      NEXT_DOWNLOADS_SECONDS,
      tools,
    )
  return note === null ? { kind: 'unknown' } : notListed(note, listed.to, tools)
}

/** The first that is not another attempt's: a buyer may say the same thing twice. */
async function withoutOthers(
  { uploads }: GatewayTools,
  { scope, attemptId }: Upload,
  alike: readonly ListedMessage[],
): Promise<ListedMessage | undefined> {
  if (alike.length === 0) return undefined
  const attempts = await uploads.attempts(
    scope,
    'RO',
    alike.map(({ uploadId }) => uploadId),
  )
  return alike.find(({ uploadId }) => (attempts.get(uploadId) ?? attemptId) === attemptId)
}

/** Its upload was begun, and the list does not show it: not yet, or never. */
function notListed({ begunAt }: NotedUpload, listedTo: Date, tools: GatewayTools): FindOutcome {
  const waited = listedTo.getTime() - begunAt.getTime()
  const remaining = settledMs(SETTLED.afterTry, tools) - waited
  if (remaining <= 0) return { kind: 'unknown' }
  return {
    kind: 'unavailable',
    reason: "it is not known whether ANAF received the document; ANAF's list of messages does not show it yet",
    retryAfterSeconds: nextLookSeconds(waited, remaining, tools),
    concerns: 'invoice',
  }
}

async function found(
  api: AnafApi,
  { uploads }: GatewayTools,
  upload: Upload,
  note: NotedUpload | null,
  { uploadId }: ListedMessage,
): Promise<FindOutcome> {
  if (note !== null) await uploads.taken(upload.scope, upload.attemptId, uploadId)
  return known(api, upload, uploadId)
}

function known(api: AnafApi, { path, parameters }: Upload, uploadId: string): FindOutcome {
  return { kind: 'known', uploadId, govEndpoint: api.uploadAddress(path, parameters) }
}
