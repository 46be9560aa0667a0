import { hash } from 'node:crypto'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { Look, LookOutcome } from '../../gateway/look.js'
import type { AnafApi, Download } from './api.js'
import { companyOf } from './company.js'
import type { MessageLists } from './message-lists.js'
import type { ListedMessage } from './message-page.js'
import { SETTLED, settledMs } from './waits.js'

/** Documents that one look fetches: the others follow at once, in the next one. */
const DOWNLOADS_A_LOOK = 50
const RECEIVED = /^FACTURA PRIMITA/i
/** The supplier in ANAF's own words about a message. */
const SUPPLIER = /cif_emitent=(\d{1,13})/

/**
 * Fetches the invoices that ANAF lists as received by the company (filter P) since the last look,
 * oldest first, each with its archive. What ANAF lists late is found by the next looks, which
 * overlap with this one.
 */
export async function look(
  api: Pick<AnafApi, 'download'>,
  lists: Pick<MessageLists, 'since'>,
  tools: Pick<GatewayTools, 'clock' | 'pace'>,
  { access, since, mark, known, take }: Look,
): Promise<LookOutcome> {
  const company = companyOf(access)
  const overlap = settledMs(SETTLED.afterTry, tools)
  const from = mark === null ? since : new Date(Math.max(Date.parse(mark) - overlap, since.getTime()))
  const listed = await lists.since(company, from, 'P')
  if (listed.kind !== 'listed') return listed
  const messages = listed.messages.filter(({ kind }) => RECEIVED.test(kind)).sort(byAge)
  const taken = await known(messages.map(({ uploadId }) => uploadId))
  const missing = messages.filter(({ uploadId }) => !taken.has(uploadId))
  for (const message of missing.slice(0, DOWNLOADS_A_LOOK)) {
    const download = await api.download(message.downloadId, company.token, 'arrival')
    // It is older than 60 days, and available in SPV alone.
    if (download.kind === 'gone') continue
    if (download.kind !== 'archive') return download
    await take(documentOf(message, download, tools.clock.now()))
  }
  const isComplete = missing.length <= DOWNLOADS_A_LOOK
  return {
    kind: 'looked',
    mark: isComplete ? listed.to.toISOString() : (mark ?? since.toISOString()),
    isComplete,
  }
}

/** ANAF numbers its archives in the order of their making. */
export function byAge(one: ListedMessage, other: ListedMessage): number {
  return Number(BigInt(one.downloadId) - BigInt(other.downloadId))
}

function documentOf(
  { uploadId, downloadId, details }: ListedMessage,
  { archive, xml, signature }: Extract<Download, { kind: 'archive' }>,
  now: Date,
) {
  const metadata = {
    uploadId,
    downloadId,
    details,
    signature: signature === null ? 'absent' : verdictOn(signature, xml),
  }
  const original = { kind: 'original', filename: `${downloadId}.zip`, mediaType: 'application/zip', bytes: archive }
  const signed = { kind: 'signature', filename: `semnatura_${uploadId}.xml`, mediaType: 'application/xml' }
  return {
    govId: uploadId,
    identity: uploadId,
    sender: SUPPLIER.exec(details ?? '')?.[1] ?? null,
    bytes: xml,
    files: [
      original,
      ...(signature === null ? [] : [{ ...signed, bytes: signature }]),
      {
        kind: 'metadata',
        filename: null,
        mediaType: 'application/json',
        bytes: Buffer.from(JSON.stringify(metadata)),
      },
    ],
    arrivedAt: now,
  }
}

/** Whether the ministry's signature is over this document: it contains its digest. */
function verdictOn(signature: Uint8Array, xml: Uint8Array): 'of this document' | 'of another document' {
  const text = Buffer.from(signature).toString('latin1')
  const digests = [...text.matchAll(/<(?:\w+:)?DigestValue>([^<]{1,200})</g)].map(([, value = '']) =>
    value.replace(/\s/g, ''),
  )
  return digests.includes(hash('sha256', xml, 'base64')) ? 'of this document' : 'of another document'
}
