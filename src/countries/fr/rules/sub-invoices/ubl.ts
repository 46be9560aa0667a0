import { along, type Assertions, type JudgedDocument, once } from '../../../../einvoice/rules/bindings/binding.js'
import { BUYER, SELLER } from '../../../../einvoice/rules/bindings/ubl/facts.js'
import { all, has, is, text } from '../../../../einvoice/rules/bindings/xpath.js'
import { isBlank, normalised } from '../../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import {
  foreignReferences,
  invoiceNumbers,
  isGroup,
  linesIn,
  ownReferences,
  referencesBelow,
  refersUp,
  SUBTYPE,
  UBL_SUB_LINES,
  ublLines,
} from '../sub-lines/ubl.js'
import { AmountsByNumber, compared, remembered, SEVERAL_SELLERS, valuesAt } from '../values.js'
import { subInvoiceRules } from './rules.js'
import type { SubInvoices } from './syntax.js'

const ITEM_SELLER = 'cac:Item/cac:ManufacturerParty'
const LEGAL_ID = 'cac:PartyLegalEntity/cbc:CompanyID'

/** `ubl:Invoice/cac:InvoiceLine | cn:CreditNote/cac:CreditNoteLine`. */
const matchedLines = once((document) => [
  ...along('ubl:Invoice/cac:InvoiceLine')(document),
  ...along('cn:CreditNote/cac:CreditNoteLine')(document),
])

const SYNTAX: SubInvoices = {
  subLines: UBL_SUB_LINES,
  document: {
    sellers: `${SELLER}/${LEGAL_ID}`,
    buyers: `${BUYER}/${LEGAL_ID}`,
  },
  line: {
    sellerName: `${ITEM_SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`,
    sellerId: `${ITEM_SELLER}/${LEGAL_ID}`,
    sellerCountry: `${ITEM_SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`,
    exemptionReason: 'cac:Item/cac:ClassifiedTaxCategory/cbc:TaxExemptionReason',
    vat: 'cac:TaxTotal/cbc:TaxAmount',
    gross: 'cbc:TaxInclusiveLineExtensionAmount',
  },
  reference: { number: 'cbc:ID', date: 'cbc:IssueDate' },
  ids: { oneSeller: 'BR-FR-BD-02_BT-30', selfBilled: 'BR-FR-MV-BD_BT-3' },
  types: ({ root }) => root.all(root.name === 'cn:CreditNote' ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode'),
  comparedType: ({ stringValue }) => normalised(stringValue),
  // A document in an extension has its own lines, currencies and VAT.
  currenciesOf: (line, document) => document.onceOf(wholeOf(line, document), currenciesIn),
  vatCurrenciesOf: (line, document) => document.once(vatCurrencies).get(wholeOf(line, document)) ?? NO_CODES,
  invoiceNumbers,
  breakdownOf: (line, document) => document.onceOf(wholeOf(line, document), breakdownIn),
  lines: matchedLines,
  groups: (document) => document.once(matchedGroups),
  wholes: (document) => [document.root, ...document.named('ubl:Invoice').filter((each) => each !== document.root)],
  groupsIn: (whole, document) => (whole === document.root ? groups(document) : groupsAmong(linesIn(whole), document)),
  numbersOf: (line) => objects(line, 'AFL'),
  ofMainSeller: (document) => document.once(matchedGroups).filter((line) => isOfMainSeller(line, document)),
  usesOfInvoiceNumber: (document) =>
    [...new Set(groups(document))].filter(
      (line) =>
        isOfMainSeller(line, document) &&
        objects(line, 'AFL').some(({ stringValue }) => document.once(invoiceNumbers).has(stringValue)),
    ).length,
  isUsedBefore: (id, document) => {
    const [first, second] = document.once(usesOfNumbers).get(id.stringValue) ?? []
    // Its own reference begins before it, and does not count as another one.
    const other = first === id.parent ? second : first
    return other !== undefined && other.ordinal < id.ordinal
  },
  linesBelow: (number, document) => {
    const below = referencesOf(document, number, (subtype) => subtype !== 'INFORMATION')
    return [...new Set(below.map(({ line }) => line))]
  },
  linesOf: (subtypes) => {
    const linesBelow = (document: JudgedDocument): ((number: string) => number) =>
      remembered((number) => referencesOf(document, number, (subtype) => subtypes.includes(subtype)).length)
    return (line, document) => {
      const below = document.once(linesBelow)
      return line.all('cbc:ID').reduce((sum, { stringValue }) => sum + below(stringValue), 0)
    }
  },
  refersWith: (line, document, path) =>
    foreignReferences(line, document).some((each) => has(each, `cac:InvoiceDocumentReference/${path}`)),
  subtypes: {
    ofLine: {
      'BR-FR-MV-01_EXT-FR-FE-163': (line, document) => {
        const subtypes = ownReferences(line, document).flatMap((each) => all(each, SUBTYPE))
        return !isBlank(compared(subtypes)?.stringValue)
      },
    },
  },
  objects: {
    ofGroup: {
      'BR-FR-MV-03_BT-128_AFL': (line) => !isBlank(compared(objects(line, 'AFL'))?.stringValue),
      'BR-FR-MV-03_BT-128_AVV': (line) => {
        const processes = objects(line, 'AVV')
        return (
          !isBlank(compared(processes)?.stringValue) &&
          !processes.some(({ stringValue }) => SEVERAL_SELLERS.has(stringValue))
        )
      },
    },
  },
}

/** The document of a line, also one in an extension. */
function wholeOf(line: XmlElement, { root }: JudgedDocument): XmlElement {
  return line.parent ?? root
}

const NO_CODES: ReadonlySet<string> = new Set([])

function currenciesIn(whole: XmlElement): ReadonlySet<string> {
  return valuesAt(whole, 'cbc:DocumentCurrencyCode')
}

/** Those anywhere in an element, by each element that contains one. */
function vatCurrencies(document: JudgedDocument): ReadonlyMap<XmlElement, ReadonlySet<string>> {
  const codes = new Map<XmlElement, Set<string>>()
  for (const code of document.named('cbc:TaxCurrencyCode'))
    for (let at = code.parent; at !== null; at = at.parent) {
      const known = codes.get(at)
      if (known === undefined) codes.set(at, new Set([code.stringValue]))
      else known.add(code.stringValue)
    }
  return codes
}

function breakdownIn(whole: XmlElement): AmountsByNumber {
  return new AmountsByNumber(
    all(whole, 'cac:TaxTotal/cac:TaxSubtotal')
      .filter((each) => is(each, 'cac:TaxCategory/cac:TaxScheme/cbc:ID', 'VAT'))
      .map((each) => ({
        reason: text(each, 'cac:TaxCategory/cbc:TaxExemptionReason'),
        amounts: each.all('cbc:TaxAmount'),
      })),
  )
}

/** The rules for sub-invoices in UBL. */
export function ublSubInvoiceRules(edition: string): readonly Assertions[] {
  return subInvoiceRules(SYNTAX, edition)
}

function matchedGroups(document: JudgedDocument): readonly XmlElement[] {
  return groupsAmong(matchedLines(document), document)
}

function groups(document: JudgedDocument): readonly XmlElement[] {
  return document.once(groupLines)
}

function groupLines(document: JudgedDocument): readonly XmlElement[] {
  return groupsAmong(ublLines(document), document)
}

/** A line once for each reference to the invoice that makes it a group without a line above. */
function groupsAmong(lines: readonly XmlElement[], document: JudgedDocument): readonly XmlElement[] {
  return lines.flatMap((line) =>
    ownReferences(line, document)
      .filter((reference) => isGroup(reference) && !refersUp(reference))
      .map(() => line),
  )
}

/**
 * Objects of a line (BT-128): `AFL` is the number of its sub-invoice, `AVV` its business process.
 */
function objects(line: XmlElement, scheme: string): readonly XmlElement[] {
  return line
    .all('cac:DocumentReference')
    .filter((each) => is(each, 'cbc:DocumentTypeCode', '130'))
    .flatMap((each) => each.all('cbc:ID').filter((id) => id.attribute('schemeID') === scheme))
}

function isOfMainSeller(line: XmlElement, document: JudgedDocument): boolean {
  const ids = all(line, SYNTAX.line.sellerId)
  // A match pattern ignores a line with several sellers.
  if (ids.length > 1) return false
  const own = normalised(ids[0]?.stringValue ?? '')
  return document.once(sellerNumbers).has(own)
}

function sellerNumbers({ root }: JudgedDocument): ReadonlySet<string> {
  return new Set(all(root, SYNTAX.document.sellers).map(({ stringValue }) => stringValue))
}

/** The references of lines directly below a number that have a subtype of a kind. */
function referencesOf(document: JudgedDocument, number: string, isMeant: (subtype: string) => boolean) {
  return referencesBelow(number, document).filter(({ reference }) =>
    all(reference, SUBTYPE).some(({ stringValue }) => isMeant(stringValue)),
  )
}

/** The first two references, by each number of a sub-invoice. */
function usesOfNumbers(document: JudgedDocument): ReadonlyMap<string, readonly XmlElement[]> {
  const uses = new Map<string, XmlElement[]>()
  for (const reference of document.named('cac:DocumentReference')) {
    if (!is(reference, 'cbc:DocumentTypeCode', '130')) continue
    for (const id of reference.all('cbc:ID')) {
      if (id.attribute('schemeID') !== 'AFL') continue
      const alike = uses.get(id.stringValue)
      if (alike === undefined) uses.set(id.stringValue, [reference])
      else if (alike.length < 2 && alike[0] !== reference) alike.push(reference)
    }
  }
  return uses
}
