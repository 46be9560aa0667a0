import { mayAct } from '../../gateway/lease-check.js'
import { hash } from 'node:crypto'
import type { LeaseCheck, Submission, SubmitOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { HttpAnswer } from '../../gateway/government-http.js'
import { isSignedFile } from '../../signing/cades.js'
import { nameOfFile, sdiFileName } from '../file-name.js'
import { transmissionFormat } from '../parties.js'
import { ATTEMPT, jsonIn, problemIn, sentIn } from './answers.js'
import type { InvoicetronicApi } from './api.js'
import { noConnection, notUnderstood, refusedKey, unanswered } from './failures.js'
import { sentBy } from './find.js'
import { attemptReference, expect, sendReference } from './references.js'
import { senderOf } from './sender.js'
import { uploadIdOf } from './upload-id.js'

/** SdI's limit through web services. */
const LARGEST_BYTES = 5 * 1024 * 1024
const TOO_LARGE = '00003: Le dimensioni del file superano quelle ammesse'
/** Certain: nothing was accepted, and a repetition would be refused again. */
const REFUSALS: ReadonlySet<number> = new Set([400, 409, 413, 422])

/**
 * Sends the document once. Invoicetronic has no idempotency key; the ledger records each call
 * before its first byte is sent, and each contains the attempt, by which it is found.
 */
export async function submit(
  api: InvoicetronicApi,
  tools: GatewayTools,
  submission: Submission,
  lease?: LeaseCheck,
): Promise<SubmitOutcome> {
  const { scope, attemptId, xml } = submission
  const { key, fault } = senderOf(submission.access, api.sendAddress)
  if (fault !== null) return refusedKey(`The API key ${fault}`)
  if (xml.length > LARGEST_BYTES) return { kind: 'refused', errorMessage: TOO_LARGE }
  const pause = api.pause(key)
  if (pause !== null) return pause
  const body = await bodyOf(api, submission, tools)
  await expect(tools, submission, attemptReference(attemptId))
  const mayBegin = (): boolean => mayAct(lease)
  if (!mayBegin()) return unanswered('another worker may have taken over', 1, tools)

  const begunAt = tools.clock.now()
  await tools.uploads.begin({ scope, country: 'IT', attemptId, sha256: hash('sha256', xml), begunAt })
  const call = 'POST /send'
  const answer = await api.send(key, { signature: signatureFor(submission) }, body, mayBegin)
  if (answer.kind === 'failure') {
    if (answer.sent === 'no') await tools.uploads.refused({ scope, attemptId, begunAt })
    return mayBegin() ? noConnection(call, answer, tools) : unanswered(answer.reason, 1, tools)
  }
  const said = api.judged(key, call, answer)
  if (said !== null) {
    // All responses except an outage are returned before the document is read.
    if (said.kind !== 'unavailable') await tools.uploads.refused({ scope, attemptId, begunAt })
    return said
  }
  const sent = answer.status === 201 || answer.status === 200 ? sentIn(jsonIn(answer)) : null
  if (sent !== null) return taken(api, tools, submission, sent.id)
  const refusal = refusalIn(answer)
  if (refusal === null) return notUnderstood(call, answer, tools)
  // A repetition is refused as well, which is not a refusal of the invoice.
  const before = await sentBy(api, tools, submission)
  if ('kind' in before) return before
  const [first] = before.sent
  if (first !== undefined) return taken(api, tools, submission, first.id)
  await tools.uploads.refused({ scope, attemptId, begunAt })
  return { kind: 'refused', errorMessage: refusal }
}

async function bodyOf(api: InvoicetronicApi, submission: Submission, tools: GatewayTools): Promise<Uint8Array> {
  const { attemptId, xml } = submission
  const fileName = await sdiFileName(submission, tools.fileNumbers)
  return Buffer.from(
    JSON.stringify({
      // A restored deployment may reuse names that Invoicetronic has for other invoices.
      ...(!api.usedNames.has(fileName) && { file_name: nameOfFile(fileName, xml) }),
      payload: Buffer.from(xml.buffer, xml.byteOffset, xml.length).toString('base64'),
      encoding: 'Base64',
      meta_data: { [ATTEMPT]: attemptId },
    }),
  )
}

/**
 * Invoices to an administration must be signed, and Invoicetronic signs them; others it signs
 * according to the account's setting. It also judges documents signed by their owner.
 */
function signatureFor({ invoice, xml }: Submission): 'Apply' | 'Auto' {
  const isSigned =
    isSignedFile(xml) ||
    Buffer.from(xml.buffer, xml.byteOffset, xml.length).includes('http://www.w3.org/2000/09/xmldsig#')
  return transmissionFormat(invoice) === 'FPA12' && !isSigned ? 'Apply' : 'Auto'
}

async function taken(
  api: InvoicetronicApi,
  tools: GatewayTools,
  submission: Submission,
  sendId: number,
): Promise<SubmitOutcome> {
  const uploadId = uploadIdOf(sendId)
  await tools.uploads.taken(submission.scope, submission.attemptId, uploadId)
  await expect(tools, submission, sendReference(sendId))
  return { kind: 'submitted', uploadId, govEndpoint: api.sendAddress }
}

/** The text of an immediate refusal; null: unreadable. */
function refusalIn(answer: HttpAnswer): string | null {
  if (!REFUSALS.has(answer.status)) return null
  if (answer.status === 413) return TOO_LARGE
  return problemIn(answer)
}
