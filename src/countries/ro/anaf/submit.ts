import { hash } from 'node:crypto'
import type { LeaseCheck, SubmitOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { HttpAnswer } from '../../gateway/government-http.js'
import { type AnafApi, inWords, isSaid } from './api.js'
import type { Said } from './answers.js'
import { takeCall } from './budgets.js'
import type { Upload } from './company.js'
import { judged, noConnection, notUnderstood, unanswered } from './failures.js'
import { mayAct } from '../../gateway/lease-check.js'
import { TEXTS } from './texts.js'
import { SETTLED, settledMs } from './waits.js'

/** ANAF's limit, and its refusal beyond. */
const LARGEST_BYTES = 10 * 1024 * 1024
const TOO_LARGE = 'Marime fisier transmis mai mare de 10 MB.'

const NUMBER = /^[0-9]{1,18}$/

/** An outcome, and whether it is certain that ANAF does not have the document. */
interface Judged {
  readonly outcome:
    Exclude<SubmitOutcome, { kind: 'submitted' }> | { readonly kind: 'taken'; readonly uploadId: string }
  readonly isTakenPerhaps: boolean
}

/**
 * Uploads the document once. ANAF has no key for repeated uploads, so the ledger records each one
 * before its first byte is sent.
 */
export async function submit(
  api: AnafApi,
  tools: GatewayTools,
  { scope, attemptId, bytes, sender, path, parameters, counted }: Upload,
  lease?: LeaseCheck,
): Promise<SubmitOutcome> {
  if (bytes.length > LARGEST_BYTES) return { kind: 'refused', errorMessage: TOO_LARGE }
  const exhausted = await takeCall(tools, counted)
  if (exhausted !== null) return exhausted
  const mayBegin = (): boolean => mayAct(lease)
  if (!mayBegin()) return unanswered('another worker may have taken over', 1, tools)

  const note = { scope, country: 'RO', attemptId, sha256: hash('sha256', bytes) } as const
  const begunAt = tools.clock.now()
  await tools.uploads.begin({ ...note, begunAt })
  const address = api.uploadAddress(path, parameters)
  const answer = await api.upload(address, sender.token, bytes, mayBegin)
  if (answer.kind === 'failure') {
    if (answer.sent === 'no') await tools.uploads.refused({ scope, attemptId, begunAt })
    return mayBegin() ? noConnection(path, answer, tools) : unanswered(answer.reason, 1, tools)
  }
  const { outcome, isTakenPerhaps } = judgedUpload(path, answer, api.theirs)
  if (outcome.kind === 'taken') {
    await tools.uploads.taken(scope, attemptId, outcome.uploadId)
    return { kind: 'submitted', uploadId: outcome.uploadId, govEndpoint: address }
  }
  if (!isTakenPerhaps) await tools.uploads.refused({ scope, attemptId, begunAt })
  else if (outcome.kind === 'unavailable' && TEXTS.neverRegistered.test(outcome.reason)) {
    // The wait counts from the upload; after this error a shorter wait for the list suffices.
    const sooner = settledMs(SETTLED.afterTry, tools) - settledMs(SETTLED.afterTechnicalError, tools)
    await tools.uploads.begin({ ...note, begunAt: new Date(tools.clock.now().getTime() - sooner) })
  }
  return outcome
}

function judgedUpload(call: string, answer: HttpAnswer, tools: AnafApi['theirs']): Judged {
  const said = judged(call, answer, tools)
  if (!isSaid(said)) {
    // The meaning of a 204 is unknown; ANAF sends all other answers of these kinds before it reads
    // the document.
    const isCertain = said.kind === 'unauthorized' || (said.kind === 'exhausted' && answer.status !== 204)
    return { outcome: said, isTakenPerhaps: !isCertain }
  }
  const uploadId = indexIn(said)
  if (uploadId !== null) return { outcome: { kind: 'taken', uploadId }, isTakenPerhaps: true }
  const refusal = refusalIn(said, answer.status)
  if (refusal !== null) return { outcome: { kind: 'refused', errorMessage: refusal }, isTakenPerhaps: false }
  return { outcome: notUnderstood(call, inWords(said), tools), isTakenPerhaps: true }
}

function indexIn(said: Said): string | null {
  if (said.kind !== 'header' || said.errors.length > 0) return null
  const index = said.header.attribute('index_incarcare') ?? ''
  return said.header.attribute('ExecutionStatus') === '0' && NUMBER.test(index) ? index : null
}

/**
 * ANAF's permanent refusal of the upload: its texts, one a line. A text about a temporary fault is
 * no refusal, in any form.
 */
function refusalIn(said: Said, status: number): string | null {
  if (said.kind === 'header') {
    const { header, errors } = said
    const isRefused = header.attribute('ExecutionStatus') === '1' && header.attribute('index_incarcare') === undefined
    const text = errors.join('\n')
    return isRefused && text !== '' && !TEXTS.passing.test(text) ? text : null
  }
  if (said.kind === 'json' && status === 400 && said.error !== null && TEXTS.badCall.test(said.error)) return said.error
  return null
}
