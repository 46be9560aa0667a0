import type { DocumentFormat } from '../../domain/request/invoice-request.js'
import type { CreatedInvoice, InvoiceFailed } from '../../domain/invoice.js'
import { resolveDocument } from '../../storage/documents/invoice-content.js'
import { countryOfInvoice, type PipelineDeps, type PipelineRun } from './invoice-step.js'

/** What the query whether the buyer accepts the document has shown. */
interface BuyerFit {
  /** The format to write for the buyer; absent: as requested, or the country's own. */
  readonly sentAs?: DocumentFormat
  /** Why it is not known whether the buyer accepts the document; absent: it is known. */
  readonly warnings?: readonly string[]
  /** The buyer does not accept it; absent: it does, as far as is known. */
  readonly failure?: InvoiceFailed['data']
}

/**
 * Queries which formats the buyer accepts, before the conversion: afterwards the bytes of the
 * document are fixed. Without an answer the invoice continues as requested, because the query
 * serves only to show early what the submission would show.
 */
export async function fitForBuyer(
  deps: Pick<PipelineDeps, 'access' | 'countryOf' | 'documents' | 'gatewayFor'>,
  { scope, accepted }: PipelineRun,
  state: CreatedInvoice,
): Promise<BuyerFit> {
  const { country, invoicing } = countryOfInvoice(deps, state)
  const gateway = deps.gatewayFor(scope.environment, country)
  if (gateway?.receivable === undefined) return {}
  const { companyId, content } = state.facts
  const access = scope.environment === 'test' ? null : await deps.access.find(scope, companyId, country.code)
  const invoice = await accepted(state)
  const xml = content.kind === 'xml' ? await resolveDocument(deps.documents, scope, content.document.sha256) : null
  // Self-billing has one format.
  const formats = invoice.selfBilled === true ? invoicing.formats.slice(0, 1) : invoicing.formats
  const outcome = await gateway.receivable({ scope, invoice, access, formats, xml })
  switch (outcome.kind) {
    case 'suits':
      return outcome.format === null || outcome.format === formats[0] ? {} : { sentAs: outcome.format }
    case 'unsuitable': {
      const { errorMessage, errorTranslated, errorFix } = outcome
      return { failure: { reason: 'conversion', errorMessage, errorTranslated, errorFix } }
    }
    case 'unknown':
      return outcome.reason === null
        ? {}
        : { warnings: [`It is not known whether the buyer accepts this format, because ${outcome.reason}.`] }
  }
}
