import { type CommandDeps, handle, StreamErased } from '../../commands/handle.js'
import { recordResponse } from '../../commands/invoice.js'
import type { OutgoingAnswer } from '../../countries/gateway/answering.js'
import type { Country } from '../../countries/country.js'
import type { DocumentReference } from '../../domain/document-reference.js'
import { invoice } from '../../domain/invoice.js'
import type { InvoiceReceived } from '../../domain/received.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { streamName } from '../../domain/streams.js'

/**
 * What simulated governments deliver: the answer to a test invoice of the same account is shown as
 * a response at the invoice that was sent. It is recorded before the answer counts as handed in,
 * and again if the process dies in between; it is recorded once.
 */
export async function showSender(
  deps: CommandDeps & { readonly countryOf: (code: CountryCode) => Country },
  { scope, responseId, country, code, nationalCode, reason, requestedAt }: OutgoingAnswer,
  document: DocumentReference,
  { sentAs, receivedId }: InvoiceReceived['data'],
): Promise<void> {
  if (sentAs === null) return
  const stream = streamName(scope.environment, 'Invoice', sentAs)
  const received = streamName(scope.environment, 'Received', receivedId)
  const context = { ...scope, actor: 'processor:answers', correlationId: received, causationId: received } as const
  const response = recordResponse({
    messageId: responseId,
    at: requestedAt.toISOString(),
    code: nationalCode,
    label: deps.countryOf(country).invoicing?.answering?.codes[code]?.label ?? nationalCode,
    reason,
    document,
  })
  try {
    await handle(deps, context, invoice, stream, response)
  } catch (error) {
    // At the end of its retention.
    if (!(error instanceof StreamErased)) throw error
  }
}
