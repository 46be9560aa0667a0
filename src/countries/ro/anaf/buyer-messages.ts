import type { Scope } from '../../../domain/event.js'
import type { Access, BuyerResponse, CollectOutcome, NoAnswer, Submission } from '../../gateway/gateway.js'
import { type GatewayTools, readingFor } from '../../gateway/gateway-tools.js'
import type { GovernmentMessage } from '../../gateway/mailbox.js'
import type { MessageReader } from '../../gateway/message-reader.js'
import { BadZip } from '../../gateway/zip.js'
import { type AnafApi, filesIn } from './api.js'
import { companyOf } from './company.js'
import { byAge } from './look.js'
import type { MessageLists } from './message-lists.js'
import type { ListedMessage } from './message-page.js'
import { MESSAGE, messageIn } from './message-to-seller.js'
import { OLDEST_MS, SETTLED, settledMs } from './waits.js'

/** Seconds between two lists, and after one that has more. */
const EVERY_SECONDS = 600
const SOON_SECONDS = 10
const DOWNLOADS_A_TIME = 50

/** `MESAJ CUMPARATOR PRIMIT`; without a direction it may be one. */
const RECEIVED = /^MESAJ CUMP[AĂ]R[AĂ]TOR(?! TRANSMIS$)/i
const MEDIA_TYPE = 'application/zip'
const NUMBER = /^[0-9]{1,18}$/

/** The message in ANAF's archive of it; null: none. */
export const BUYER_MESSAGE: MessageReader<null, { readonly uploadId: string; readonly text: string } | null> = {
  name: 'message of a Romanian buyer',
  read(archive) {
    try {
      const { document } = filesIn(archive)
      return document === undefined ? null : messageIn(document)
    } catch (error) {
      if (error instanceof BadZip) return null
      throw error
    }
  },
}

/** The reference of the messages about an invoice, by ANAF's number of its upload. */
function uploadReference(uploadId: string): string {
  return `upload ${uploadId}`
}

/** From now on the messages about an invoice reach it. */
export async function awaitMessages(
  { mailbox }: GatewayTools,
  { scope, invoiceId }: Submission,
  uploadId: string,
): Promise<void> {
  await mailbox.expect({ channel: 'anaf', reference: uploadReference(uploadId), scope, country: 'RO', invoiceId })
}

function archiveReference(downloadId: string): string {
  return `download ${downloadId}`
}

/**
 * Fetches what buyers say about a company's invoices (filter R), each message once. An account
 * that has uploaded nothing has no such messages, and ANAF is not asked.
 */
export async function collect(
  api: AnafApi,
  lists: MessageLists,
  tools: GatewayTools,
  scope: Scope,
  access: Access,
  since: Date | null,
): Promise<CollectOutcome> {
  const now = tools.clock.now()
  if (!(await tools.uploads.hasAny(scope, 'RO')))
    return { kind: 'messages', messages: [], until: now, againSeconds: EVERY_SECONDS }
  const company = companyOf(access)
  const oldest = now.getTime() - OLDEST_MS
  // ANAF may list a message late.
  const overlap = settledMs(SETTLED.afterTry, tools)
  const from = new Date(since === null ? oldest : Math.max(oldest, since.getTime() - overlap))
  const listed = await lists.since(company, from, 'R')
  if (listed.kind !== 'listed') return listed
  const missing = await withoutKnown(tools, scope, listed.messages)
  const messages: GovernmentMessage[] = []
  let failed: NoAnswer | null = null
  for (const message of missing.slice(0, DOWNLOADS_A_TIME)) {
    const download = await api.download(message.downloadId, company.token, 'arrival')
    if (download.kind === 'archive') messages.push(await messageOf(tools, scope, message, download.archive))
    else if (download.kind !== 'gone') {
      failed = download
      // One that ANAF withholds delays no other.
      if (!concernsOne(download)) break
    }
  }
  if (failed !== null && messages.length === 0) return failed
  const isComplete = failed === null && missing.length <= DOWNLOADS_A_TIME
  return {
    kind: 'messages',
    messages,
    until: isComplete ? listed.to : (since ?? from),
    againSeconds: missing.length > DOWNLOADS_A_TIME ? SOON_SECONDS : EVERY_SECONDS,
  }
}

/** The messages to the company that were not fetched yet, oldest first. */
async function withoutKnown(
  { mailbox }: GatewayTools,
  scope: Scope,
  listed: readonly ListedMessage[],
): Promise<readonly ListedMessage[]> {
  const messages = listed.filter(({ kind }) => RECEIVED.test(kind)).sort(byAge)
  const references = messages.map(({ downloadId }) => archiveReference(downloadId))
  const known = await mailbox.known(scope, 'anaf', references)
  return messages.filter(({ downloadId }) => !known.has(archiveReference(downloadId)))
}

function concernsOne(failed: NoAnswer): boolean {
  return failed.kind === 'unauthorized' ? failed.needs === 'user' : failed.concerns === 'invoice'
}

async function messageOf(
  tools: GatewayTools,
  scope: Scope,
  { downloadId }: ListedMessage,
  archive: Uint8Array,
): Promise<GovernmentMessage> {
  const message = await readingFor(tools, scope)(BUYER_MESSAGE, archive, null)
  const about = message !== null && NUMBER.test(message.uploadId) ? [uploadReference(message.uploadId)] : []
  return {
    channel: 'anaf',
    scope,
    messageId: archiveReference(downloadId),
    references: [archiveReference(downloadId), ...about],
    kind: MESSAGE.code,
    receivedAt: tools.clock.now(),
    bytes: archive,
    mediaType: MEDIA_TYPE,
    decides: false,
  }
}

/** What a buyer says, in a message from `collect`; null: nothing that can be read. Pure. */
export function responseIn({ bytes, receivedAt }: GovernmentMessage): BuyerResponse | null {
  const message = BUYER_MESSAGE.read(bytes, null)
  if (message === null) return null
  return { at: receivedAt, ...MESSAGE, reason: message.text.trim() === '' ? null : message.text }
}
