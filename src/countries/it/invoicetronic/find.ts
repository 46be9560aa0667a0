import type { FindOutcome, NoAnswer, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { sdiFileName } from '../file-name.js'
import type { Sent } from './answers.js'
import type { InvoicetronicApi } from './api.js'
import { refusedKey, unanswered } from './failures.js'
import { expect, sendReference } from './references.js'
import { senderOf } from './sender.js'
import { sendIdIn, uploadIdOf } from './upload-id.js'
import { lookSeconds } from './waits.js'

/**
 * Whether Invoicetronic has the document of an attempt, according to the ledger, or else to its
 * list of sent invoices: by the file name and, because signing may rename a file and a restored
 * deployment may reuse names, by the invoice's number.
 */
export async function find(api: InvoicetronicApi, tools: GatewayTools, submission: Submission): Promise<FindOutcome> {
  const { scope, attemptId } = submission
  const note = await tools.uploads.find(scope, attemptId)
  if (note !== null && note.uploadId !== null) return known(api, tools, submission, note.uploadId)
  const ours = await sentBy(api, tools, submission)
  if ('kind' in ours) return ours
  const [first] = ours.sent
  if (first !== undefined) {
    const uploadId = uploadIdOf(first.id)
    if (note !== null) await tools.uploads.taken(scope, attemptId, uploadId)
    return known(api, tools, submission, uploadId)
  }
  const seconds = note === null ? 0 : lookSeconds(note.begunAt, tools)
  if (seconds === 0) return { kind: 'unknown' }
  return {
    ...unanswered(
      'it is not known whether Invoicetronic has accepted the invoice; its list does not contain it yet',
      0,
      tools,
    ),
    retryAfterSeconds: seconds,
  }
}

/** The entries of an attempt at Invoicetronic, the oldest first. */
export async function sentBy(
  api: InvoicetronicApi,
  tools: GatewayTools,
  submission: Submission,
): Promise<{ readonly sent: readonly Sent[] } | NoAnswer> {
  const { key, fault } = senderOf(submission.access, api.sendAddress)
  if (fault !== null) return refusedKey(`The API key ${fault}`)
  const fileName = await sdiFileName(submission, tools.fileNumbers)
  const { number } = submission.invoice
  const isOurs = ({ fileName: name, attemptId, numbers }: Sent): boolean =>
    attemptId === null
      ? sameFile(name, fileName) && (numbers?.includes(number) ?? true)
      : attemptId === submission.attemptId
  const found = new Map<number, Sent>()
  for (const query of [{ file_name: fileName }, { document_number: number }]) {
    const listed = await api.sends(key, query)
    if (listed.kind !== 'listed') return listed
    for (const { item } of listed.items) {
      if (isOurs(item)) found.set(item.id, item)
      else if (sameFile(item.fileName, fileName)) api.usedNames.add(fileName)
    }
    if (found.size > 0 && 'file_name' in query) break
    // An entry that was not read may be ours.
    if (listed.isCut) return unanswered('Invoicetronic lists more sent invoices than the limit', 3600, tools)
  }
  return { sent: [...found.values()].sort((a, b) => a.id - b.id) }
}

/** A file signed by CAdES has another extension. */
function sameFile(name: string | null, ours: string): boolean {
  return name !== null && name.replace(/\.p7m$/i, '').toLowerCase() === ours.toLowerCase()
}

async function known(
  api: InvoicetronicApi,
  tools: GatewayTools,
  submission: Submission,
  uploadId: string,
): Promise<FindOutcome> {
  const sendId = sendIdIn(uploadId)
  // Of another channel: the connection has changed since.
  if (sendId !== null) await expect(tools, submission, sendReference(sendId))
  return { kind: 'known', uploadId, govEndpoint: api.sendAddress }
}
