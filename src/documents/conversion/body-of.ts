import type { InvoiceRequest, Party } from '../../domain/request/invoice-request.js'
import type { InvoiceBody } from '../intake/schemas/invoice-input.js'

/**
 * An accepted invoice as the body of POST /v1/invoices that it would be accepted from.
 * @param attachments contents in the order of `request.attachments`
 */
export function bodyOf(request: InvoiceRequest, attachments: readonly Uint8Array[]): InvoiceBody {
  const { attachments: references, supplier, customer, ...others } = request
  const body = {
    ...others,
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
  // Lists of the body may be changed, those of the accepted invoice not.
  return body as InvoiceBody
}

/** Where there is no VAT number, none is said. */
function partyOf({ vatNumber, ...others }: Party) {
  return vatNumber === '' ? others : { vatNumber, ...others }
}
