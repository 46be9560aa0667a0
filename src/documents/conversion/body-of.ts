import type { InvoiceRequest, Party } from '../../domain/request/invoice-request.js'
import type { InvoiceBody } from '../intake/schemas/invoice-input.js'

/**
 * Converts an accepted invoice back into a body of POST /v1/invoices.
 * @param attachments the files' contents, in the order of `request.attachments`
 */
export function bodyOf(request: InvoiceRequest, attachments: readonly Uint8Array[]): InvoiceBody {
  const { attachments: references, supplier, customer, hybrid, ...others } = request
  const body = {
    ...others,
    ...(hybrid === true && { format: 'factur-x' }),
    supplier: partyOf(supplier),
    customer: partyOf(customer),
    ...(references !== undefined && {
      attachments: references.map(({ filename, mimeType, reference, description }, index) => ({
        filename,
        mimeType,
        ...(reference !== undefined && { reference }),
        ...(description !== undefined && { description }),
        content: Buffer.from(attachments[index] ?? []).toString('base64'),
      })),
    }),
  }
  // The lists of the body are mutable, those of the accepted invoice are not.
  return body as InvoiceBody
}

/** A party without a VAT number says so; a consumer needs no word about it. */
function partyOf({ vatNumber, ...others }: Party) {
  if (vatNumber !== '') return { vatNumber, ...others }
  return others.consumer === true ? others : { vatNumber: null, ...others }
}
