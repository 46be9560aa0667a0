import { ALLOWANCE_REASONS } from '../../../../einvoice/codes/allowance-reasons.js'
import {
  along,
  type Assertions,
  type Context,
  everywhere,
  inContext,
  ofAttribute,
  type Test,
} from '../../../../einvoice/rules/bindings/binding.js'
import { outside, reasons as ciiReasons } from '../../../../einvoice/rules/bindings/cii/codes.js'
import { isCharge } from '../../../../einvoice/rules/bindings/cii/facts.js'
import { isListed, isPartyScheme, reasons as ublReasons } from '../../../../einvoice/rules/bindings/ubl/codes.js'
import { LINES } from '../../../../einvoice/rules/bindings/ubl/facts.js'
import { all } from '../../../../einvoice/rules/bindings/xpath.js'
import { chargeReasonRules } from './charge-reasons.js'
import { DELIVERY_TERMS, EXTENDED_MIME_TYPES, ITEM_ATTRIBUTES, MORE_PARTY_SCHEMES } from './code-lists.js'

/** The places in a syntax of the codes for which the extension has other lists. */
interface CodePlaces {
  readonly partyIds: Context
  readonly isPartyId: Test
  /** The reasons of discounts on gross prices; absent: the artefact has no such rule. */
  readonly discountReasons?: Context
  readonly chargeReasons: Context
  readonly attachments: Context
  readonly deliveryTerms: Context
  readonly itemAttributes: Context
  /** The id of the rule for item attributes. */
  readonly itemAttributeRule: string
}

function extendedCodes(at: CodePlaces): readonly Assertions[] {
  return [
    inContext(at.partyIds, { 'BR-FREXT-CL-10': at.isPartyId }),
    ...(at.discountReasons === undefined
      ? []
      : [
          inContext(at.discountReasons, {
            'BR-FREXT-CL-19-GP': ({ stringValue }) => isListed(stringValue, ALLOWANCE_REASONS),
          }),
        ]),
    ...chargeReasonRules(at.chargeReasons),
    inContext(at.attachments, {
      'BR-FREXT-CL-24': ofAttribute('mimeCode', (type) => EXTENDED_MIME_TYPES.has(type ?? 'application/pdf')),
    }),
    inContext(at.deliveryTerms, { 'BR-FREXT-CL-27': ({ stringValue }) => isListed(stringValue, DELIVERY_TERMS) }),
    inContext(at.itemAttributes, {
      [at.itemAttributeRule]: ({ stringValue }) => isListed(stringValue, ITEM_ATTRIBUTES),
    }),
  ]
}

const CII_DISCOUNTS = along('ram:GrossPriceProductTradePrice/ram:AppliedTradeAllowanceCharge')

/** BR-FREXT-CL-* and BR-FREXT-04 of UBL. */
export const UBL_EXTENDED_CODES = extendedCodes({
  partyIds: along('cac:PartyIdentification/cbc:ID'),
  isPartyId: (id, document) => isListed(id.attribute('schemeID'), MORE_PARTY_SCHEMES) || isPartyScheme(id, document),
  chargeReasons: ublReasons(true),
  attachments: everywhere('cbc:EmbeddedDocumentBinaryObject'),
  deliveryTerms: along('cac:DeliveryTerms/cbc:ID'),
  itemAttributes: (document) =>
    LINES(document).flatMap((line) => all(line, 'cac:Item/cac:AdditionalItemProperty/cbc:NameCode')),
  itemAttributeRule: 'BR-FREXT-04',
})

/** BR-FREXT-CL-* and BR-FXEXT-04 of CII: the latter has its id only in its text. */
export const CII_EXTENDED_CODES = extendedCodes({
  partyIds: outside('ram:GlobalID', 'ram:SpecifiedTradeProduct', 'ram:ShipToTradeParty'),
  isPartyId: (id, { codes }) => {
    const scheme = id.attribute('schemeID')
    return scheme === undefined || isListed(scheme, codes.iso6523) || isListed(scheme, MORE_PARTY_SCHEMES)
  },
  discountReasons: (document) =>
    CII_DISCOUNTS(document)
      .filter((each) => isCharge(each, false))
      .flatMap((each) => each.all('ram:ReasonCode')),
  chargeReasons: ciiReasons(true),
  attachments: everywhere('ram:AttachmentBinaryObject'),
  deliveryTerms: along('ram:ApplicableTradeDeliveryTerms/ram:DeliveryTypeCode'),
  itemAttributes: along('ram:ApplicableProductCharacteristic/ram:TypeCode'),
  itemAttributeRule: 'BR-FXEXT-04',
})
