import {
  ofAttribute,
  along,
  type Assertions,
  everywhere,
  inContext,
} from '../../../../einvoice/rules/bindings/binding.js'
import { isListed, isPartyScheme, reasons } from '../../../../einvoice/rules/bindings/ubl-codes.js'
import { LINES } from '../../../../einvoice/rules/bindings/ubl-facts.js'
import { all } from '../../../../einvoice/rules/bindings/xpath.js'
import { DELIVERY_TERMS, EXTENDED_MIME_TYPES, ITEM_ATTRIBUTES, MORE_PARTY_SCHEMES } from './code-lists.js'
import { chargeReasonRules } from './charge-reasons.js'

/** BR-FREXT-CL-* and BR-FREXT-04 of UBL. */
export const UBL_EXTENDED_CODES: readonly Assertions[] = [
  inContext(along('cac:PartyIdentification/cbc:ID'), {
    'BR-FREXT-CL-10': (id, document) =>
      isListed(id.attribute('schemeID'), MORE_PARTY_SCHEMES) || isPartyScheme(id, document),
  }),
  ...chargeReasonRules(reasons(true)),
  inContext(everywhere('cbc:EmbeddedDocumentBinaryObject'), {
    'BR-FREXT-CL-24': ofAttribute('mimeCode', (type) => EXTENDED_MIME_TYPES.has(type ?? 'application/pdf')),
  }),
  inContext(along('cac:DeliveryTerms/cbc:ID'), {
    'BR-FREXT-CL-27': ({ stringValue }) => isListed(stringValue, DELIVERY_TERMS),
  }),
  inContext(
    (document) => LINES(document).flatMap((line) => all(line, 'cac:Item/cac:AdditionalItemProperty/cbc:NameCode')),
    {
      'BR-FREXT-04': ({ stringValue }) => isListed(stringValue, ITEM_ATTRIBUTES),
    },
  ),
]
