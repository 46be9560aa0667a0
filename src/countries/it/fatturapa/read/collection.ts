import type { InvoiceRequest } from '../../../../domain/request/invoice-request.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { COLLECTIONS } from '../summary.js'
import { codeIn } from '../values.js'

/**
 * EsigibilitaIVA of the first summary with VAT. `immediate` is the default and omitted, and
 * meaningless without VAT.
 */
export function readVatCollection(
  goods: XmlElement | undefined,
  said: Set<XmlElement>,
): Pick<InvoiceRequest, 'vatCollection'> {
  const summaries = goods?.all('DatiRiepilogo') ?? []
  for (const summary of summaries) {
    const collection = summary.child('EsigibilitaIVA')
    if (collection?.stringValue.trim() === COLLECTIONS.immediate && codeIn(summary, 'Natura') !== undefined)
      said.add(collection)
  }
  const taxed = summaries.find((summary) => codeIn(summary, 'Natura') === undefined)
  switch (codeIn(taxed, 'EsigibilitaIVA')) {
    case COLLECTIONS.cash:
      return { vatCollection: 'cash' }
    case COLLECTIONS.split_payment:
      return { vatCollection: 'split_payment' }
    default:
      return {}
  }
}
