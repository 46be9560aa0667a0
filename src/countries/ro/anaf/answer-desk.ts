import type { AnswerDesk, SubmittedAnswer } from '../../gateway/answering.js'
import { documentDesk } from '../../gateway/document-desk.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { AnafApi } from './api.js'
import type { Comparisons } from './comparisons.js'
import { senderOf, type Upload } from './company.js'
import { find } from './find.js'
import type { MessageLists } from './message-lists.js'
import { digestOfMessage } from './message-to-seller.js'
import { poll } from './poll.js'
import { submit } from './submit.js'

/**
 * Where a company's messages to its suppliers are handed in: they are uploaded like invoices,
 * once, and ANAF decides on them in the same way.
 */
export function answerDesk(
  api: AnafApi,
  lists: MessageLists,
  comparisons: Comparisons,
  tools: GatewayTools,
): AnswerDesk {
  return documentDesk({
    find: (answer) => find(api, lists, comparisons, tools, uploadOfAnswer(answer)),
    submit: (answer, lease) => submit(api, tools, uploadOfAnswer(answer), lease),
    poll: (answer, reference, submittedAt) => poll(api, tools, uploadOfAnswer(answer), reference, submittedAt, false),
  })
}

/** `MESAJ CUMPARATOR TRANSMIS`; without a direction it may be one. */
const SENT = /^MESAJ CUMP[AĂ]R[AĂ]TOR(?! PRIMIT$)/i

function uploadOfAnswer({ scope, responseId, requestedAt, document, access }: SubmittedAnswer): Upload {
  const sender = senderOf({ access, attemptId: responseId })
  return {
    scope,
    attemptId: responseId,
    createdAt: requestedAt,
    bytes: document.bytes,
    sender,
    path: 'upload',
    parameters: { standard: 'RASP', cif: sender.cif },
    counted: { call: 'message', cif: sender.cif },
    listed: { filter: 'R', mayBe: ({ kind }) => SENT.test(kind) },
    digestOf: digestOfMessage,
  }
}
