import { ofAttribute, along, type BoundRules, everywhere, within } from '../../../../einvoice/rules/bindings/binding.js'
import { isListed, isPartyScheme, reasons } from '../../../../einvoice/rules/bindings/ubl-codes.js'
import { LINES } from '../../../../einvoice/rules/bindings/ubl-facts.js'
import { all } from '../../../../einvoice/rules/bindings/xpath.js'
import { DELIVERY_TERMS, EXTENDED_MIME_TYPES, ITEM_ATTRIBUTES, MORE_PARTY_SCHEMES } from './code-lists.js'
import { chargeReasonRules } from './charge-reasons.js'

/** BR-FREXT-CL-* and BR-FREXT-04 of UBL. */
export const UBL_EXTENDED_CODES: readonly BoundRules[] = [
  within(along('cac:PartyIdentification/cbc:ID'), {
    'BR-FREXT-CL-10': (id, document) =>
      isListed(id.attribute('schemeID'), MORE_PARTY_SCHEMES) || isPartyScheme(id, document),
  }),
  ...chargeReasonRules(reasons(true)),
  within(everywhere('cbc:EmbeddedDocumentBinaryObject'), {
    'BR-FREXT-CL-24': ofAttribute('mimeCode', (type) => EXTENDED_MIME_TYPES.has(type ?? 'application/pdf')),
  }),
  within(along('cac:DeliveryTerms/cbc:ID'), {
    'BR-FREXT-CL-27': ({ stringValue }) => isListed(stringValue, DELIVERY_TERMS),
  }),
  within(
    (document) => LINES(document).flatMap((line) => all(line, 'cac:Item/cac:AdditionalItemProperty/cbc:NameCode')),
    {
      'BR-FREXT-04': ({ stringValue }) => isListed(stringValue, ITEM_ATTRIBUTES),
    },
  ),
]
