import type { InvoiceRequest, Party as AcceptedParty } from '../../domain/request/invoice-request.js'
import { fromRequest } from '../../einvoice/request/from-request/invoice.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { Party, SellerParty } from '../../einvoice/model/parties.js'
import type { Profile } from '../../einvoice/rules/profile.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import { withIdentifier, withTaxNumber } from '../seller-numbers.js'
import { BELGIAN_ENTERPRISE, electronicAddress, registration } from './participant.js'

/**
 * The semantic model of an accepted invoice for the Peppol network: that of `fromRequest`, with
 * electronic addresses (PEPPOL-EN16931-R010, R020) and a reference for the buyer
 * (PEPPOL-EN16931-R003).
 */
export function peppolInvoice(
  accepted: InvoiceRequest,
  profile: Profile,
  attachments: readonly Uint8Array[] = [],
): Invoice {
  const model = fromRequest(accepted, profile, attachments)
  const seller = party(model.seller, accepted.supplier)
  return {
    ...model,
    seller: withIdentifier(withTaxNumber(model, seller, taxNumberOf(seller, accepted.supplier))),
    buyer: party(model.buyer, accepted.customer),
    buyerReference: model.buyerReference ?? derivedReference(model),
    supportingDocuments: model.supportingDocuments.map((document, index) => {
      const { attachment } = document
      // An empty file causes an empty element, which the rules must see before the content is
      // loaded.
      return attachment === undefined || accepted.attachments?.[index]?.size !== 0
        ? document
        : { ...document, attachment: { ...attachment, content: new Uint8Array() } }
    }),
  }
}

/**
 * The number of a seller at the tax office: in Belgium the enterprise number, which the register
 * and the tax office share; elsewhere the VAT number that the document may not show as such.
 */
function taxNumberOf({ legalRegistration }: SellerParty, { vatNumber }: AcceptedParty): string | undefined {
  if (legalRegistration?.scheme === BELGIAN_ENTERPRISE) return legalRegistration.value
  return isBlank(vatNumber) ? undefined : vatNumber
}

function party(model: Party, accepted: AcceptedParty): Party {
  return {
    ...model,
    electronicAddress: electronicAddress(accepted, model.electronicAddress),
    legalRegistration:
      accepted.legalRegistration === undefined
        ? (registration(accepted.vatNumber) ?? model.legalRegistration)
        : model.legalRegistration,
  }
}

/**
 * BT-10 if the caller sent neither reference nor order: without a reference from the buyer, Peppol
 * requires the name of the person who ordered, and we only have the buyer's name.
 */
function derivedReference({ purchaseOrderReference, buyer }: Invoice): string | undefined {
  return purchaseOrderReference === undefined ? buyer.name : undefined
}

/** Whether BT-10 is the one that was derived. */
export function hasDerivedReference({ buyerReference, purchaseOrderReference, buyer }: Invoice): boolean {
  return purchaseOrderReference === undefined && buyerReference === buyer.name
}
