import {
  type JudgedDocument,
  type Assertions,
  ROOT,
  type Test,
  inContext,
} from '../../../einvoice/rules/bindings/binding.js'
import { all, has, is, only, plain, text } from '../../../einvoice/rules/bindings/xpath.js'
import { isBlank, normalised } from '../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import {
  AmountsByNumber,
  compared,
  number,
  remembered,
  SEVERAL_SELLERS,
  SUB_INVOICES,
  sumOfNumbers,
  TWO_WAYS,
  when,
} from './values.js'
import { CORRECTS, CORRECTS_SELF_BILLED, SELF_BILLED } from './facts.js'
import {
  foreignReferences,
  invoiceNumbers,
  isGroup,
  linesNumbered,
  ownReferences,
  parentsOf,
  referencesBelow,
  refersUp,
  SUBTYPE,
  subtypesOf,
  ublLines,
} from './ubl-sub-lines.js'

const SELLER_ID = 'cac:Item/cac:ManufacturerParty/cac:PartyLegalEntity/cbc:CompanyID'
const REASON = 'cac:Item/cac:ClassifiedTaxCategory/cbc:TaxExemptionReason'

/**
 * BR-FR-MV-01 to -14 (several sellers: S8, B8, M8) and BR-FR-BD-02 to -14 (both directions: S9,
 * B9, M9) as UBL has them.
 */
export const UBL_SUB_INVOICE_RULES: readonly Assertions[] = [
  inContext(when(SUB_INVOICES, ublLines), {
    'BR-FR-MV-01_EXT-FR-FE-163': (line, document) => {
      const subtypes = ownReferences(line, document).flatMap((each) => all(each, SUBTYPE))
      return !isBlank(compared(subtypes)?.stringValue)
    },
    // A line is of the seller, and bears the number, of the sub-invoice above it.
    'BR-FR-MV-06_EXT-FR-FE-167': agreesWithParent(
      (line) => plain(line, SELLER_ID),
      (parents) => parents.flatMap((parent) => all(parent, SELLER_ID)),
    ),
    'BR-FR-MV-07_BT-128': agreesWithParent(ownNumber, (parents) => parents.flatMap((parent) => objects(parent, 'AFL'))),
  }),
  inContext(
    when(SUB_INVOICES, (document) =>
      ublLines(document).filter((line) => subtypesOf(line, document).includes('DETAIL')),
    ),
    {
      'BR-FR-MV-08_BT-128': (line) => {
        const [own, reason] = [ownNumber(line), text(line, REASON)]
        return !isBlank(reason) && own !== '' && reason.startsWith(`#${own}#`)
      },
    },
  ),
  inContext(when(SEVERAL_SELLERS, ROOT), {
    'BR-FR-MV-02_EXT-FR-FE-163': (_, document) => groups(document).length >= 1,
  }),
  inContext(when(TWO_WAYS, ROOT), {
    'BR-FR-BD-02_EXT-FR-FE-163': (_, document) => groups(document).length === 2,
    'BR-FR-BD-02_BT-30': (_, document) => groupsOf(document, 'cac:AccountingSupplierParty').length === 1,
    'BR-FR-BD-02_BT-47': (_, document) => groupsOf(document, 'cac:AccountingCustomerParty').length === 1,
  }),
  inContext(when(SEVERAL_SELLERS, types), {
    'BR-FR-MV-13_BT-3': (type) => !isBlank(type.stringValue) && !isSelfBilled(type),
  }),
  inContext(when(TWO_WAYS, types), { 'BR-FR-MV-BD_BT-3': isSelfBilled }),
  inContext(when(SUB_INVOICES, groups), { ...partTests(), ...sumTests() }),
  inContext(
    when(SUB_INVOICES, (document) => groups(document).filter((line) => isOfMainSeller(line, document))),
    {
      'BR-FR-MV-11_BT-128': (line, document) => {
        const own = ownNumber(line)
        const numbers = document.once(invoiceNumbers)
        const known = document.once(linesWithNumberOfInvoice).length
        const isOther = numbers.size > 1 || (numbers.size === 1 && !numbers.has(own))
        return known === 1 || (known === 0 ? numbers.has(own) : isOther)
      },
    },
  ),
  inContext(when(SUB_INVOICES, ROOT), {
    'BR-FR-MV-12_BT-128': (_, document) =>
      !groups(document).some((line) => objects(line, 'AFL').some((id) => isUsedBefore(id, document))),
  }),
  inContext(
    when(SEVERAL_SELLERS, (document) => (isOfType(document, CORRECTS) ? groups(document) : [])),
    {
      'BR-FR-MV-14-EXT-FR-FE-136': refersWith('cbc:ID'),
      'BR-FR-MV-14-EXT-FR-FE-138': refersWith('cbc:IssueDate'),
    },
  ),
  inContext(
    when(TWO_WAYS, (document) => (isOfType(document, CORRECTS_SELF_BILLED) ? groups(document) : [])),
    {
      'BR-FR-BD-14-EXT-FR-FE-136': refersWith('cbc:ID'),
      'BR-FR-BD-14-EXT-FR-FE-138': refersWith('cbc:IssueDate'),
    },
  ),
]

/**
 * The sub-invoices: a line for each of its references to the invoice that makes it a group without
 * a line above.
 */
function groups(document: JudgedDocument): readonly XmlElement[] {
  return document.once(groupLines)
}

function groupLines(document: JudgedDocument): readonly XmlElement[] {
  return ublLines(document).flatMap((line) =>
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

function ownNumber(line: XmlElement): string {
  return normalised(compared(objects(line, 'AFL'))?.stringValue ?? '')
}

function types({ root }: JudgedDocument): readonly XmlElement[] {
  return root.all(root.name === 'cn:CreditNote' ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode')
}

function isSelfBilled(type: XmlElement): boolean {
  return SELF_BILLED.has(normalised(type.stringValue))
}

function isOfType(document: JudgedDocument, codes: ReadonlySet<string>): boolean {
  return types(document).some(({ stringValue }) => codes.has(stringValue))
}

function groupsOf(document: JudgedDocument, party: string): readonly XmlElement[] {
  const legal = new Set(
    all(document.root, `${party}/cac:Party/cac:PartyLegalEntity/cbc:CompanyID`).map(({ stringValue }) => stringValue),
  )
  return groups(document).filter((line) => all(line, SELLER_ID).some(({ stringValue }) => legal.has(stringValue)))
}

function isOfMainSeller(line: XmlElement, document: JudgedDocument): boolean {
  const ids = all(line, SELLER_ID)
  // Of a line with several sellers a match pattern says nothing.
  if (ids.length > 1) return false
  const own = normalised(ids[0]?.stringValue ?? '')
  return document.once(sellerNumbers).has(own)
}

function sellerNumbers({ root }: JudgedDocument): ReadonlySet<string> {
  const numbers = all(root, 'cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:CompanyID')
  return new Set(numbers.map(({ stringValue }) => stringValue))
}

/** The sub-invoices of the main seller that bear the number of the invoice. */
function linesWithNumberOfInvoice(document: JudgedDocument): readonly XmlElement[] {
  return [...new Set(groups(document))].filter(
    (line) =>
      isOfMainSeller(line, document) &&
      objects(line, 'AFL').some(({ stringValue }) => document.once(invoiceNumbers).has(stringValue)),
  )
}

function agreesWithParent(
  own: (line: XmlElement) => string,
  ofParents: (parents: readonly XmlElement[]) => readonly XmlElement[],
): Test {
  return (line, document) => {
    const value = own(line)
    const numbers = parentsOf(line, document)
    if (value === '' || numbers.length === 0) return value !== ''
    const parents = new Set(numbers.flatMap((each) => linesNumbered(each, document)))
    return value === normalised(compared(ofParents([...parents]))?.stringValue ?? '')
  }
}

function vatIn(line: XmlElement, currencies: ReadonlySet<string>): readonly XmlElement[] {
  return all(line, 'cac:TaxTotal/cbc:TaxAmount').filter((each) => currencies.has(each.attribute('currencyID') ?? ''))
}

const ownCurrency = ({ root }: JudgedDocument): ReadonlySet<string> =>
  new Set(root.all('cbc:DocumentCurrencyCode').map(({ stringValue }) => stringValue))
const taxCurrency = (document: JudgedDocument): ReadonlySet<string> =>
  new Set(document.named('cbc:TaxCurrencyCode').map(({ stringValue }) => stringValue))

/** BR-FR-MV-03: what a sub-invoice shows of its seller and of itself. */
function partTests(): Readonly<Record<string, Test>> {
  const party = 'cac:Item/cac:ManufacturerParty'
  return {
    'BR-FR-MV-03_EXT-FR-FE-164': (line) => !isBlank(text(line, `${party}/cac:PartyLegalEntity/cbc:RegistrationName`)),
    'BR-FR-MV-03_EXT-FR-FE-167': (line) => !isBlank(text(line, SELLER_ID)),
    'BR-FR-MV-03_EXT-FR-FE-177': (line) =>
      !isBlank(text(line, `${party}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`)),
    'BR-FR-MV-03_EXT-FR-FE-181': (line, document) =>
      !isBlank(compared(vatIn(line, document.once(ownCurrency)))?.stringValue),
    'BR-FR-MV-03_EXT-FR-FE-182': (line, document) => {
      const codes = document.once(taxCurrency)
      if (codes.size === 0) return true
      return (codes.size > 1 || !codes.has('')) && !isBlank(compared(vatIn(line, codes))?.stringValue)
    },
    'BR-FR-MV-03_BT-128_AFL': (line) => ownNumber(line) !== '',
    'BR-FR-MV-03_BT-128_AVV': (line) => {
      const processes = objects(line, 'AVV')
      return (
        !isBlank(compared(processes)?.stringValue) &&
        !processes.some(({ stringValue }) => SEVERAL_SELLERS.has(stringValue))
      )
    },
  }
}

/**
 * BR-FR-MV-05, -09 and -10: what the amounts of a sub-invoice come to, in binary floating point.
 */
function sumTests(): Readonly<Record<string, Test>> {
  return {
    'BR-FR-MV-05_EXT-FR-FE-BG-12': (line, document) => {
      const below = document.once(netBelow)(plain(line, 'cbc:ID'))
      const net = number(only(line, 'cbc:LineExtensionAmount'))
      return Math.abs(net - below.net) <= below.amounts / 100
    },
    'BR-FR-MV-09_EXT-FR-FE-181': (line, document) => {
      const expected = document.once(vatByNumber).of(ownNumber(line))
      const vat = number(compared(vatIn(line, document.once(ownCurrency))))
      return Math.abs(vat - expected) <= 0.01
    },
    'BR-FR-MV-10_EXT-FR-FE-184': (line, document) => {
      const gross = only(line, 'cbc:TaxInclusiveLineExtensionAmount')
      if (gross === undefined) return true
      const below = document.once(detailsBelow)
      const details = line.all('cbc:ID').reduce((sum, { stringValue }) => sum + below(stringValue), 0)
      const net = number(only(line, 'cbc:LineExtensionAmount'))
      const vat = number(compared(vatIn(line, document.once(ownCurrency))))
      return !isBlank(gross.stringValue) && Math.abs(number(gross) - net - vat) <= details / 100
    },
  }
}

/** The references of lines directly below a number that have a subtype of a kind. */
function referencesOf(document: JudgedDocument, number: string, isMeant: (subtype: string) => boolean) {
  return referencesBelow(number, document).filter(({ reference }) =>
    all(reference, SUBTYPE).some(({ stringValue }) => isMeant(stringValue)),
  )
}

/**
 * What the net amounts of the lines directly below a number come to, those for information aside;
 * of each number once.
 */
function netBelow(document: JudgedDocument): (number: string) => { readonly net: number; readonly amounts: number } {
  return remembered((number) => {
    const below = referencesOf(document, number, (subtype) => subtype !== 'INFORMATION')
    const lines = new Set(below.map(({ line }) => line))
    const amounts = [...lines].flatMap((each) => each.all('cbc:LineExtensionAmount'))
    return { net: sumOfNumbers(amounts), amounts: amounts.length }
  })
}

/** How many references of detail name a number as that of the line above. */
function detailsBelow(document: JudgedDocument): (number: string) => number {
  return remembered((number) => referencesOf(document, number, (subtype) => subtype === 'DETAIL').length)
}

/**
 * The VAT of the breakdown by the number of the sub-invoice that its entries' reasons begin with.
 */
function vatByNumber({ root }: JudgedDocument): AmountsByNumber {
  return new AmountsByNumber(
    all(root, 'cac:TaxTotal/cac:TaxSubtotal')
      .filter((each) => is(each, 'cac:TaxCategory/cac:TaxScheme/cbc:ID', 'VAT'))
      .map((each) => ({
        reason: text(each, 'cac:TaxCategory/cbc:TaxExemptionReason'),
        amounts: each.all('cbc:TaxAmount'),
      })),
  )
}

/** Whether the number of a sub-invoice stands before it as that of another line. */
function isUsedBefore(id: XmlElement, document: JudgedDocument): boolean {
  const [first, second] = document.once(usesOfNumbers).get(id.stringValue) ?? []
  // Its own reference begins before it, and is not another one.
  const other = first === id.parent ? second : first
  return other !== undefined && other.ordinal < id.ordinal
}

/** The first two references, by each number that is of a sub-invoice. */
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

function refersWith(part: string): Test {
  return (line, document) =>
    foreignReferences(line, document).some((each) => has(each, `cac:InvoiceDocumentReference/${part}`))
}
