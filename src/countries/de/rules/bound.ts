import { along, type BoundRules, everywhere, ROOT, within } from '../../../einvoice/rules/bindings/binding.js'
import { all, has, text } from '../../../einvoice/rules/bindings/xpath.js'
import { XRECHNUNG_CII } from '../../../einvoice/rules/peppol-cii.js'
import { XRECHNUNG_EXTENSION_ID } from '../../../einvoice/rules/peppol-germany.js'
import { XRECHNUNG_SLACK } from '../../../einvoice/rules/peppol-lines.js'
import { peppolUblRules } from '../../../einvoice/rules/peppol-ubl.js'
import { isBlank, normalised } from '../../../einvoice/rules/rule.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { EXTENSION_SCHEMES } from './extension.js'

/** The rules of XRechnung on how a document is written, for a document of that specification (BT-24). */
export function xrechnungBoundRules(syntax: 'ubl' | 'cii', specification: string): readonly BoundRules[] {
  const isExtension = specification === XRECHNUNG_EXTENSION_ID
  if (syntax === 'ubl') return [...UBL, ...(isExtension ? UBL_EXTENSION : [])]
  return [...XRECHNUNG_CII, ...(isExtension ? CII_EXTENSION : [])]
}

const UBL: readonly BoundRules[] = [
  ...peppolUblRules(XRECHNUNG_SLACK),
  within(({ root }) => all(root, 'cac:TaxTotal/cac:TaxSubtotal'), {
    'BR-DE-14': (subtotal) =>
      all(subtotal, 'cac:TaxCategory/cbc:Percent').some(({ stringValue }) => !isBlank(stringValue)),
  }),
]

const UBL_EXTENSION: readonly BoundRules[] = [
  within(ROOT, {
    'BR-DEX-03': (root, document) =>
      root.name !== 'ubl:Invoice' ||
      along('cac:SubInvoiceLine/cac:Item')(document).every(
        (item) => item.all('cac:ClassifiedTaxCategory').length === 1,
      ),
  }),
  within(({ root }) => (root.name === 'ubl:Invoice' ? root.all('cac:PrepaidPayment') : []), {
    'BR-DEX-14': (payment, { root }) => {
      const currency = payment.child('cbc:PaidAmount')?.attribute('currencyID')
      return currency !== undefined && currency === text(root, 'cbc:DocumentCurrencyCode')
    },
  }),
]

const CII_EXTENSION: readonly BoundRules[] = [
  within(everywhere('ram:GlobalID'), {
    'BR-DEX-04': (id) =>
      hasKnownScheme(id) || isWithin(id, 'ram:SpecifiedTradeProduct') || isWithin(id, 'ram:ShipToTradeParty'),
  }),
  within(everywhere('ram:ID'), {
    'BR-DEX-05': (id) => hasKnownScheme(id) || isWithin(id, 'ram:SpecifiedTaxRegistration'),
  }),
  within(
    along('rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem/ram:AssociatedDocumentLineDocument'),
    { 'BR-DEX-15': (_, document) => !everyLine(document.root).some((line) => has(line, 'ram:ParentLineID')) },
  ),
]

function everyLine(root: XmlElement): readonly XmlElement[] {
  return all(
    root,
    'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem/ram:AssociatedDocumentLineDocument',
  )
}

function hasKnownScheme(id: XmlElement): boolean {
  const scheme = id.attribute('schemeID')
  return scheme === undefined || EXTENSION_SCHEMES.has(normalised(scheme))
}

function isWithin(element: XmlElement, name: string): boolean {
  for (let at = element.parent; at !== null; at = at.parent) if (at.name === name) return true
  return false
}
