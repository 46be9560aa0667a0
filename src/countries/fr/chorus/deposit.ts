import { hash } from 'node:crypto'
import { parseInvoice } from '../../../einvoice/syntax/invoice-document.js'
import type { LeaseCheck, Submission, SubmitOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { ChorusAccess } from '../credentials.js'
import { notUnderstood, unanswered } from '../failures.js'
import { awaitMessages } from '../flow-service/messages.js'
import { mayAct } from '../../gateway/lease-check.js'
import type { ChorusPro } from './api.js'
import { uploadIdOf } from './upload-id.js'

/** Chorus Pro's size limit, and its message for larger files. */
const LARGEST_BYTES = 10 * 1024 * 1024
const TOO_LARGE = 'GDP_MSG_11.022 (codeRetour 20001)'

/**
 * Submits the document once. Chorus Pro has no idempotency key for deposits, so the ledger records
 * each before its first byte is sent.
 */
export async function deposit(
  chorus: ChorusPro,
  tools: GatewayTools,
  submission: Submission,
  access: ChorusAccess,
  lease?: LeaseCheck,
): Promise<SubmitOutcome> {
  const { scope, attemptId, xml } = submission
  if (xml.length > LARGEST_BYTES) return { kind: 'refused', errorMessage: TOO_LARGE }
  const mayBegin = (): boolean => mayAct(lease)
  if (!mayBegin()) return unanswered('another worker may have taken over', 1, tools)
  await awaitMessages(tools, submission)
  const begunAt = tools.clock.now()
  await tools.uploads.begin({ scope, country: 'FR', attemptId, sha256: hash('sha256', xml), begunAt })
  const syntax = parseInvoice(xml).detected.syntax === 'cii' ? 'IN_DP_E1_CII_16B' : 'IN_DP_E1_UBL_INVOICE'
  const answer = await chorus.deposit(access, { name: `${attemptId}.xml`, syntax, bytes: xml }, mayBegin)
  const forgotten = (): Promise<void> => tools.uploads.refused({ scope, attemptId, begunAt })
  const call = 'the deposit at Chorus Pro'
  switch (answer.kind) {
    case 'done': {
      const depositId = answer.json['numeroFluxDepot']
      if (typeof depositId !== 'string' || depositId === '')
        return notUnderstood(call, 'no number of the deposit', tools)
      const uploadId = uploadIdOf({ depositId })
      await tools.uploads.taken(scope, attemptId, uploadId)
      return { kind: 'submitted', uploadId, govEndpoint: chorus.depositAddress }
    }
    case 'failed':
      await forgotten()
      return { kind: 'refused', errorMessage: answer.text }
    case 'barred':
      await forgotten()
      return answer.outcome
    case 'failure':
      if (answer.sent === 'no') await forgotten()
      return chorus.noAnswer(call, answer)
    case 'unclear':
      return answer.outcome
  }
}
