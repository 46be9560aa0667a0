import { edition } from '../../../einvoice/codes/code-list.js'
import { ITEM_CLASSIFICATIONS } from '../../../einvoice/codes/item-classifications.js'
import {
  type Assertions,
  type Context,
  ROOT,
  inContext,
  ofAttribute,
} from '../../../einvoice/rules/bindings/binding.js'
import { all, is, isTextNode, plain } from '../../../einvoice/rules/bindings/xpath.js'
import { XRECHNUNG_CVD_ID } from '../../../einvoice/rules/peppol/german-facts.js'
import { absolute, ownLines, when } from '../../../einvoice/rules/peppol/facts.js'
import { filled } from '../../../einvoice/rules/peppol/germany.js'
import { isBlank, normalised } from '../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'

const CVD_SCHEMES = edition(ITEM_CLASSIFICATIONS, { with: 'CVD' })
const VEHICLE_CATEGORIES: ReadonlySet<string> = new Set(['M1', 'M2', 'M3', 'N1', 'N2', 'N3'])
const EMISSIONS: ReadonlySet<string> = new Set(['clean', 'zero-emission', 'other'])

/** The paths of the profile's terms in a syntax. */
interface Names {
  readonly guideline: string
  readonly items: Context
  /** Below an item. */
  readonly classification: string
  readonly attribute: string
  /** Below an attribute. */
  readonly attributeName: string
  readonly attributeValue: string
}

const UBL: Names = {
  guideline: 'cbc:CustomizationID',
  items: (document) => ownLines(document).flatMap((line) => line.all('cac:Item')),
  classification: 'cac:CommodityClassification/cbc:ItemClassificationCode',
  attribute: 'cac:AdditionalItemProperty',
  attributeName: 'cbc:Name',
  attributeValue: 'cbc:Value',
}

const AGREEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement'

const CII: Names = {
  guideline: 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
  items: absolute('rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedTradeProduct'),
  classification: 'ram:DesignatedProductClassification/ram:ClassCode',
  attribute: 'ram:ApplicableProductCharacteristic',
  attributeName: 'ram:Description',
  attributeValue: 'ram:Value',
}

function claimed({ guideline }: Names, context: Context): Context {
  return when(({ root }) => isTextNode(root, guideline, XRECHNUNG_CVD_ID), context)
}

/** Classifications of scheme CVD: the category of a vehicle. */
function categories(item: XmlElement, { classification }: Names): readonly XmlElement[] {
  return all(item, classification).filter((code) => code.attribute('listID') === 'CVD')
}

/** Attributes cva: the emissions of a vehicle. */
function emissions(item: XmlElement, { attribute, attributeName }: Names): readonly XmlElement[] {
  return item.all(attribute).filter((each) => is(each, attributeName, 'cva'))
}

function ofItems(names: Names): readonly Assertions[] {
  const { items, classification, attributeValue } = names
  return [
    inContext(claimed(names, items), {
      'BR-DE-CVD-06-a': (item) => categories(item, names).length === 0 || emissions(item, names).length === 1,
      'BR-DE-CVD-06-b': (item) => emissions(item, names).length === 0 || categories(item, names).length === 1,
    }),
    inContext(
      claimed(names, (document) => items(document).flatMap((item) => all(item, classification))),
      {
        // As with the schemes of the extension, the artefact's list matches an empty one.
        'BR-TMP-CVD-01': ofAttribute('listID', (scheme, _, code) => isBlank(scheme) || CVD_SCHEMES.has(schemeOf(code))),
        'BR-DE-CVD-04': (code) => schemeOf(code) !== 'CVD' || VEHICLE_CATEGORIES.has(normalised(code.stringValue)),
      },
    ),
    inContext(
      claimed(names, (document) => items(document).flatMap((item) => emissions(item, names))),
      { 'BR-DE-CVD-05': (attribute) => EMISSIONS.has(plain(attribute, attributeValue)) },
    ),
  ]
}

function schemeOf(code: XmlElement): string {
  return normalised(code.attribute('listID') ?? '')
}

function isVehicle(names: Names): (item: XmlElement) => boolean {
  return (item) => categories(item, names).length > 0 && emissions(item, names).length > 0
}

/** BR-DE-CVD-01 to BR-TMP-CVD-01, XRechnung for the Clean Vehicles Directive, for UBL. */
export const CVD_UBL: readonly Assertions[] = [
  inContext(claimed(UBL, ROOT), {
    'BR-DE-CVD-02': filled('cac:OriginatorDocumentReference/cbc:ID'),
    'BR-DE-CVD-01': filled('cac:ContractDocumentReference/cbc:ID'),
    'BR-DE-CVD-03': (root) =>
      [...all(root, 'cac:InvoiceLine/cac:Item'), ...all(root, 'cac:CreditNoteLine/cac:Item')].some(isVehicle(UBL)),
  }),
  ...ofItems(UBL),
]

/** The same for the Cross Industry Invoice. */
export const CVD_CII: readonly Assertions[] = [
  inContext(claimed(CII, absolute('rsm:SupplyChainTradeTransaction')), {
    'BR-DE-CVD-03': (_, document) => CII.items(document).some(isVehicle(CII)),
  }),
  ...ofItems(CII),
  inContext(claimed(CII, absolute(AGREEMENT)), {
    'BR-DE-CVD-01': filled('ram:ContractReferencedDocument/ram:IssuerAssignedID'),
    'BR-DE-CVD-02': (agreement) =>
      agreement
        .all('ram:AdditionalReferencedDocument')
        .some((each) => plain(each, 'ram:TypeCode') === '50' && plain(each, 'ram:IssuerAssignedID') !== ''),
  }),
]
