import { ALLOWANCE_REASONS } from '../../../../einvoice/codes/allowance-reasons.js'
import {
  ofAttribute,
  along,
  type Assertions,
  everywhere,
  inContext,
} from '../../../../einvoice/rules/bindings/binding.js'
import { outside, reasons } from '../../../../einvoice/rules/bindings/cii-codes.js'
import { isCharge } from '../../../../einvoice/rules/bindings/cii-facts.js'
import { isListed } from '../../../../einvoice/rules/bindings/ubl-codes.js'
import { chargeReasonRules } from './charge-reasons.js'
import { DELIVERY_TERMS, EXTENDED_MIME_TYPES, ITEM_ATTRIBUTES, MORE_PARTY_SCHEMES } from './code-lists.js'

const DISCOUNTS = along('ram:GrossPriceProductTradePrice/ram:AppliedTradeAllowanceCharge')

/** BR-FREXT-CL-* and BR-FXEXT-04 of CII: the latter has its id in its text alone. */
export const CII_EXTENDED_CODES: readonly Assertions[] = [
  inContext(outside('ram:GlobalID', 'ram:SpecifiedTradeProduct', 'ram:ShipToTradeParty'), {
    'BR-FREXT-CL-10': (id, { codes }) => {
      const scheme = id.attribute('schemeID')
      return scheme === undefined || isListed(scheme, codes.iso6523) || isListed(scheme, MORE_PARTY_SCHEMES)
    },
  }),
  inContext(
    (document) =>
      DISCOUNTS(document)
        .filter((each) => isCharge(each, false))
        .flatMap((each) => each.all('ram:ReasonCode')),
    { 'BR-FREXT-CL-19-GP': ({ stringValue }) => isListed(stringValue, ALLOWANCE_REASONS) },
  ),
  ...chargeReasonRules(reasons(true)),
  inContext(everywhere('ram:AttachmentBinaryObject'), {
    'BR-FREXT-CL-24': ofAttribute('mimeCode', (type) => EXTENDED_MIME_TYPES.has(type ?? 'application/pdf')),
  }),
  inContext(along('ram:ApplicableTradeDeliveryTerms/ram:DeliveryTypeCode'), {
    'BR-FREXT-CL-27': ({ stringValue }) => isListed(stringValue, DELIVERY_TERMS),
  }),
  inContext(along('ram:ApplicableProductCharacteristic/ram:TypeCode'), {
    'BR-FXEXT-04': ({ stringValue }) => isListed(stringValue, ITEM_ATTRIBUTES),
  }),
]
