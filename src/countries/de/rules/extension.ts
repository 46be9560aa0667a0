import { edition, type CodeList } from '../../../einvoice/codes/code-list.js'
import { ELECTRONIC_ADDRESS_SCHEMES, ISO_6523 } from '../../../einvoice/codes/identifier-schemes.js'
import { MIME_TYPES } from '../../../einvoice/codes/mime-types.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import {
  along,
  type Assertions,
  type Context,
  everywhere,
  inContext,
} from '../../../einvoice/rules/bindings/binding.js'
import { cents, decimal, is, isTextNode, same, sum, twoDecimals } from '../../../einvoice/rules/bindings/xpath.js'
import { HEALTH_SCHEMES, XRECHNUNG_EXTENSION_ID } from '../../../einvoice/rules/peppol/german-facts.js'
import { INVOICE, when, where } from '../../../einvoice/rules/peppol/facts.js'
import { filled } from '../../../einvoice/rules/peppol/germany.js'
import { normalised } from '../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'

/** The extension adds codes to the lists of schemes. */
const HEALTH = [...HEALTH_SCHEMES].join(' ')
const EXTENSION_SCHEMES = edition(ISO_6523, { with: HEALTH })
const EXTENSION_ADDRESS_SCHEMES = edition(ELECTRONIC_ADDRESS_SCHEMES, { with: HEALTH })
const EXTENSION_MIME_TYPES = edition(MIME_TYPES, { with: 'application/xml' })

const GUIDELINE = 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'
const NET = 'cbc:LineExtensionAmount'

/** Contexts in documents that claim the extension. */
function extended(context: Context): Context {
  return when(
    ({ root }) =>
      isTextNode(
        root,
        root.name === 'rsm:CrossIndustryInvoice' ? GUIDELINE : 'cbc:CustomizationID',
        XRECHNUNG_EXTENSION_ID,
      ),
    context,
  )
}

/** The elements with a scheme. */
function withScheme(context: Context): Context {
  return extended(where(context, (id) => id.attribute('schemeID') !== undefined))
}

/** The lists of the artefact contain two consecutive spaces, so they match an empty scheme. */
function isListed(id: XmlElement, list: CodeList): boolean {
  const scheme = normalised(id.attribute('schemeID') ?? '')
  return scheme === '' || list.has(scheme)
}

const isKnownScheme = (id: XmlElement): boolean => isListed(id, EXTENSION_SCHEMES)
const isAddressScheme = (id: XmlElement): boolean => isListed(id, EXTENSION_ADDRESS_SCHEMES)
const hasKnownType = (object: XmlElement): boolean => EXTENSION_MIME_TYPES.has(object.attribute('mimeCode') ?? '')

/** BR-DEX-01 to BR-DEX-14 for UBL. */
export const EXTENSION_UBL: readonly Assertions[] = [
  inContext(extended(everywhere('cbc:EmbeddedDocumentBinaryObject')), { 'BR-DEX-01': hasKnownType }),
  inContext(extended(INVOICE), {
    'BR-DEX-02': (root, document) =>
      [...root.all('cac:InvoiceLine'), ...document.named('cac:SubInvoiceLine')].every(isSumOfSubLines),
    'BR-DEX-03': (_, document) =>
      along('cac:SubInvoiceLine/cac:Item')(document).every(
        (item) => item.all('cac:ClassifiedTaxCategory').length === 1,
      ),
  }),
  inContext(extended(everywhere('cac:LegalMonetaryTotal')), { 'BR-DEX-09': isDue }),
  inContext(withScheme(along('cac:PartyIdentification/cbc:ID')), {
    'BR-DEX-04': (id) =>
      isKnownScheme(id) ||
      (normalised(id.attribute('schemeID') ?? '') === 'SEPA' &&
        (isInside(id, 'cac:AccountingSupplierParty') || isInside(id, 'cac:PayeeParty'))),
  }),
  inContext(withScheme(along('cac:PartyLegalEntity/cbc:CompanyID')), { 'BR-DEX-05': isKnownScheme }),
  inContext(withScheme(along('cac:StandardItemIdentification/cbc:ID')), { 'BR-DEX-06': isKnownScheme }),
  inContext(withScheme(everywhere('cbc:EndpointID')), { 'BR-DEX-07': isAddressScheme }),
  inContext(withScheme(along('cac:DeliveryLocation/cbc:ID')), { 'BR-DEX-08': isKnownScheme }),
  inContext(
    extended((document) => INVOICE(document).flatMap((root) => root.all('cac:PrepaidPayment'))),
    {
      'BR-DEX-10': filled('cbc:ID'),
      'BR-DEX-11': filled('cbc:PaidAmount'),
      'BR-DEX-12': filled('cbc:InstructionID'),
      'BR-DEX-13': (payment) => twoDecimals(payment, 'cbc:PaidAmount'),
      'BR-DEX-14': (payment, { root }) =>
        payment.all('cbc:PaidAmount').some((amount) => {
          const currency = amount.attribute('currencyID')
          return currency !== undefined && is(root, 'cbc:DocumentCurrencyCode', currency)
        }),
    },
  ),
]

/**
 * BR-DEX-01 to BR-DEX-15 for the Cross Industry Invoice, where the extension has no sub invoice
 * lines and third party payments.
 */
export const EXTENSION_CII: readonly Assertions[] = [
  inContext(
    extended(
      along('rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem/ram:AssociatedDocumentLineDocument'),
    ),
    { 'BR-DEX-15': (_, document) => document.named('ram:ParentLineID').length === 0 },
  ),
  inContext(
    withScheme(
      where(
        everywhere('ram:GlobalID'),
        (id) => !isInside(id, 'ram:SpecifiedTradeProduct') && !isInside(id, 'ram:ShipToTradeParty'),
      ),
    ),
    { 'BR-DEX-04': isKnownScheme },
  ),
  inContext(withScheme(where(everywhere('ram:ID'), (id) => !isInside(id, 'ram:SpecifiedTaxRegistration'))), {
    'BR-DEX-05': isKnownScheme,
  }),
  inContext(withScheme(along('ram:SpecifiedTradeProduct/ram:GlobalID')), { 'BR-DEX-06': isKnownScheme }),
  inContext(withScheme(along('ram:URIUniversalCommunication/ram:URIID')), { 'BR-DEX-07': isAddressScheme }),
  inContext(withScheme(along('ram:ApplicableHeaderTradeDelivery/ram:ShipToTradeParty/ram:GlobalID')), {
    'BR-DEX-08': isKnownScheme,
  }),
  inContext(extended(everywhere('ram:AttachmentBinaryObject')), { 'BR-DEX-01': hasKnownType }),
]

/**
 * Whether the net amount of a line is the sum of the lines directly below it, if there are any.
 */
function isSumOfSubLines(line: XmlElement): boolean {
  const below = line.all('cac:SubInvoiceLine')
  return below.length === 0 || same(decimal(line, NET), sum(below, NET))
}

/** Total with VAT less the paid amount, plus third party payments, without the rounding amount. */
function isDue(total: XmlElement): boolean {
  const payments = total.parent?.all('cac:PrepaidPayment') ?? []
  // A blank amount is not a number; the sum contains only the others, or is empty.
  const third = sum(payments, 'cbc:PaidAmount')
  const [due, withVat] = [decimal(total, 'cbc:PayableAmount'), decimal(total, 'cbc:TaxInclusiveAmount')]
  const paid = decimal(total, 'cbc:PrepaidAmount') ?? Decimal.zero
  const rounding = decimal(total, 'cbc:PayableRoundingAmount') ?? Decimal.zero
  return (
    due !== undefined &&
    withVat !== undefined &&
    same(cents(due.minus(rounding)), cents(withVat.minus(paid).plus(third)))
  )
}

function isInside(element: XmlElement, name: string): boolean {
  for (let at = element.parent; at !== null; at = at.parent) if (at.name === name) return true
  return false
}
