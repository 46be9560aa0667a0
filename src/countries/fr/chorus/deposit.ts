import { hash } from 'node:crypto'
import { parseInvoice } from '../../../einvoice/syntax/invoice-document.js'
import type { LeaseCheck, Submission, SubmitOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { ChorusAccess } from '../credentials.js'
import { notUnderstood, unanswered } from '../failures.js'
import { awaitMessages } from '../flow-service/messages.js'
import { mayAct } from '../../gateway/lease-check.js'
import type { ChorusPro } from './api.js'
import type { Structures } from './structures.js'
import { uploadIdOf } from './upload-id.js'

/** Chorus Pro's size limit, and its message for larger files. */
const LARGEST_BYTES = 10 * 1024 * 1024
const TOO_LARGE = 'GDP_MSG_11.022 (codeRetour 20001)'

/**
 * Submits the document once, if the record of its buyer permits it. Chorus Pro has no idempotency
 * key for deposits, so the ledger records each before its first byte is sent.
 */
export async function deposit(
  chorus: ChorusPro,
  structures: Structures,
  tools: GatewayTools,
  submission: Submission,
  access: ChorusAccess,
  lease?: LeaseCheck,
): Promise<SubmitOutcome> {
  const { scope, attemptId, xml, pdf } = submission
  const bytes = pdf ?? xml
  if (bytes.length > LARGEST_BYTES) return { kind: 'refused', errorMessage: TOO_LARGE }
  const permission = await structures.verdictOn(access, xml)
  if (permission.kind === 'refused') return permission
  const { warnings } = permission
  const mayBegin = (): boolean => mayAct(lease)
  if (!mayBegin()) return unanswered('another worker may have taken over', 1, tools)
  await awaitMessages(tools, submission)
  const begunAt = tools.clock.now()
  await tools.uploads.begin({ scope, country: 'FR', attemptId, sha256: hash('sha256', bytes), begunAt })
  const name = `${attemptId}.${pdf === undefined ? 'xml' : 'pdf'}`
  const answer = await chorus.deposit(access, { name, syntax: syntaxOf(submission), bytes }, mayBegin)
  const forgotten = (): Promise<void> => tools.uploads.refused({ scope, attemptId, begunAt })
  const call = 'the deposit at Chorus Pro'
  switch (answer.kind) {
    case 'done': {
      const depositId = answer.json['numeroFluxDepot']
      if (typeof depositId !== 'string' || depositId === '')
        return notUnderstood(call, 'no number of the deposit', tools)
      const uploadId = uploadIdOf({ depositId })
      await tools.uploads.taken(scope, attemptId, uploadId)
      return { kind: 'submitted', uploadId, govEndpoint: chorus.depositAddress, warnings }
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

/** Chorus Pro's name of the form of a file. */
function syntaxOf({ xml, pdf }: Submission): string {
  if (pdf !== undefined) return 'IN_DP_E2_CII_FACTURX'
  return parseInvoice(xml).detected.syntax === 'cii' ? 'IN_DP_E1_CII_16B' : 'IN_DP_E1_UBL_INVOICE'
}
