import { hash } from 'node:crypto'
import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import { parseInvoice } from '../../../einvoice/syntax/invoice-document.js'
import type { LeaseCheck, NoAnswer, Submission, SubmitOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { HttpAnswer, HttpOutcome } from '../../gateway/government-http.js'
import type { PlatformAccess } from '../credentials.js'
import {
  isNoAnswer,
  isPage,
  jsonIn,
  judgedStatus,
  noConnection,
  notUnderstood,
  textOf,
  unanswered,
} from '../failures.js'
import { mayAct } from '../../gateway/lease-check.js'
import { frenchNotes } from '../notes.js'
import { isFrench } from '../parties.js'
import { EXTENDED_CTC_FR_ID, FRANCE } from '../profile.js'
import { type FlowInfo, type FlowService, said } from './api.js'
import type { Directory } from './directory.js'
import { readFlow } from './flow.js'
import { awaitMessages } from './messages.js'

/** The platform's response to a file, and whether it has certainly not accepted it. */
type Handed =
  | { readonly kind: 'taken'; readonly flowId: string }
  | { readonly kind: 'refused'; readonly errorMessage: string }
  | { readonly kind: 'failed'; readonly outcome: NoAnswer; readonly isTakenPerhaps: boolean }

/**
 * Submits the document once. Tracking ids are not unique at a platform, so the ledger records each
 * submission before its first byte is sent.
 */
export async function submit(
  service: FlowService,
  directory: Directory,
  tools: GatewayTools,
  submission: Submission,
  platform: PlatformAccess,
  lease?: LeaseCheck,
): Promise<SubmitOutcome> {
  const { scope, attemptId, xml, pdf } = submission
  const obstacle = await directory.obstacle(platform, submission)
  if (obstacle !== null) return obstacle
  const mayBegin = (): boolean => mayAct(lease)
  if (!mayBegin()) return unanswered('another worker may have taken over', 1, tools)

  await awaitMessages(tools, submission)
  const begunAt = tools.clock.now()
  await tools.uploads.begin({ scope, country: 'FR', attemptId, sha256: hash('sha256', pdf ?? xml), begunAt })
  const hand = async (info: FlowInfo, file: Uint8Array): Promise<Handed> =>
    judgedSubmission(await service.submit(platform, info, file, mayBegin), mayBegin, tools)
  const first = await hand(flowInfo(submission), pdf ?? xml)
  // The XML is the same invoice, and nothing was accepted.
  const isAgain = pdf !== undefined && first.kind === 'refused' && NO_FACTUR_X.test(first.errorMessage) && mayBegin()
  const handed = isAgain ? await hand(xmlInfo(submission), xml) : first
  switch (handed.kind) {
    case 'taken':
      await tools.uploads.taken(scope, attemptId, handed.flowId)
      return { kind: 'submitted', uploadId: handed.flowId, govEndpoint: service.submitAddress(platform) }
    case 'refused':
      await tools.uploads.refused({ scope, attemptId, begunAt })
      return handed
    case 'failed':
      if (!handed.isTakenPerhaps) await tools.uploads.refused({ scope, attemptId, begunAt })
      return handed.outcome
  }
}

/** Words of a platform that does not take Factur-X. */
const NO_FACTUR_X = /factur-?x|flowSyntax|application\/pdf|unsupported|media type/i

/** The description of the file. */
function flowInfo(submission: Submission): FlowInfo {
  const info = xmlInfo(submission)
  if (submission.pdf === undefined) return info
  return { ...info, name: `${submission.attemptId}.pdf`, flowSyntax: 'Factur-X' }
}

/** The description of the XML alone. */
function xmlInfo({ attemptId, invoice, xml }: Submission): FlowInfo {
  const { syntax, specification } = parseInvoice(xml).detected
  const flowProfile = PROFILES.get(specification.trim())
  return {
    trackingId: attemptId,
    name: `${attemptId}.xml`,
    processingRule: processingRuleOf(invoice),
    flowSyntax: syntax === 'cii' ? 'CII' : 'UBL',
    ...(flowProfile !== undefined && { flowProfile }),
  }
}

/**
 * The platform's processing rule, which the note BAR of the document names (BR-FR-20): it delivers
 * B2B, and only reports or keeps the others.
 */
export function processingRuleOf(invoice: InvoiceRequest): FlowInfo['processingRule'] {
  const note = frenchNotes(invoice).find(({ subjectCode }) => subjectCode === 'BAR')
  return PROCESSING_RULES.get(note?.text.trim() ?? '') ?? (isFrench(invoice.customer) ? 'B2B' : 'B2BInt')
}

const PROCESSING_RULES: ReadonlyMap<string, FlowInfo['processingRule']> = new Map([
  ['B2B', 'B2B'],
  ['B2BINT', 'B2BInt'],
  ['B2C', 'B2C'],
  ['B2CINT', 'B2C'],
  ['OUTOFSCOPE', 'OutOfScope'],
  ['ARCHIVEONLY', 'ArchiveOnly'],
])

/** From BT-24. For any other value the platform detects the profile itself. */
const PROFILES: ReadonlyMap<string, FlowInfo['flowProfile']> = new Map([
  [FRANCE.specification, 'CIUS'],
  [EXTENDED_CTC_FR_ID, 'Extended-CTC-FR'],
  ['urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic', 'Basic'],
])

/** The outcome of the platform's response to a file. */
export function judgedSubmission(
  outcome: HttpOutcome | NoAnswer,
  mayBegin: () => boolean,
  tools: GatewayTools,
): Handed {
  const call = 'the submission to the platform'
  if (isNoAnswer(outcome)) return { kind: 'failed', outcome, isTakenPerhaps: false }
  if (outcome.kind === 'failure') {
    // The end of the lease ends a call too, and shows nothing about the platform.
    const failed = mayBegin()
      ? noConnection(call, outcome, tools, 'connection')
      : unanswered(`${call}: ${outcome.reason}`, 1, tools)
    return { kind: 'failed', outcome: failed, isTakenPerhaps: outcome.sent === 'perhaps' }
  }
  const { status } = outcome
  const refusal = refusalIn(outcome)
  if (refusal !== null) return { kind: 'refused', errorMessage: refusal }
  const flow = status >= 200 && status < 300 ? readFlow(jsonIn(outcome)) : null
  if (flow !== null) return { kind: 'taken', flowId: flow.flowId }
  const failed = judgedStatus(call, outcome, tools, 'connection') ?? notUnderstood(call, said(outcome), tools)
  // All of these are returned before the file is read.
  return { kind: 'failed', outcome: failed, isTakenPerhaps: ![401, 403, 404, 405, 429].includes(status) }
}

/** The platform's immediate refusal, for which a retry is useless; null: none. */
function refusalIn(answer: HttpAnswer): string | null {
  const { status } = answer
  // Even if it is an HTML page of a proxy.
  if (status === 413)
    return isPage(answer) ? 'FILE_SIZE_EXCEEDED (HTTP 413)' : textOf(answer) || 'FILE_SIZE_EXCEEDED (HTTP 413)'
  if (status !== 400 && status !== 415 && status !== 422) return null
  return typeof jsonIn(answer)?.['errorCode'] === 'string' ? textOf(answer) : null
}
