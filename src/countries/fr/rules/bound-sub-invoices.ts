import {
  type BoundDocument,
  type BoundRules,
  ROOT,
  type Test,
  within,
} from '../../../einvoice/rules/bindings/binding.js'
import { all } from '../../../einvoice/rules/bindings/xpath.js'
import { isBlank, normalised } from '../../../einvoice/rules/rule.js'
import { type HierarchicalLine, hierarchicalLines, number } from './bound-lines.js'
import type { Syntax } from './syntax.js'

const SELF_BILLED: ReadonlySet<string> = new Set(['389', '261', '501', '500', '502', '471', '473'])
const CORRECTS: ReadonlySet<string> = new Set(['384', '472', '381', '396', '503'])
const CORRECTS_SELF_BILLED: ReadonlySet<string> = new Set(['261', '471', '473', '502'])

/** BR-FR-MV-01 to -14 (several sellers: S8, B8, M8) and BR-FR-BD-02 to -14 (both directions: S9, B9, M9). */
export function subInvoiceRules(syntax: Syntax): readonly BoundRules[] {
  const lines = (document: BoundDocument): readonly HierarchicalLine[] => hierarchicalLines(document, syntax)
  const groups = (document: BoundDocument) => lines(document).filter(({ isSubInvoice }) => isSubInvoice)
  /** Rules that a document is judged by as a whole, if its business process is one of these. */
  const whole = (processes: RegExp, tests: Readonly<Record<string, (document: BoundDocument) => boolean>>) =>
    within(
      ROOT,
      Object.fromEntries(
        Object.entries(tests).map(([id, test]): [string, Test] => [
          id,
          (_, document) => !runs(document, processes) || test(document),
        ]),
      ),
    )
  /** Rules that each of these lines is judged by. */
  const each = (
    processes: RegExp,
    chosen: (document: BoundDocument) => readonly HierarchicalLine[],
    tests: Readonly<Record<string, (line: HierarchicalLine, document: BoundDocument) => boolean>>,
  ): BoundRules =>
    within(
      (document) => (runs(document, processes) ? chosen(document).map(({ element }) => element) : []),
      Object.fromEntries(
        Object.entries(tests).map(([id, test]): [string, Test] => [
          id,
          (element, document) => lines(document).some((line) => line.element === element && test(line, document)),
        ]),
      ),
    )
  const isUbl = syntax === 'ubl'
  return [
    each(
      BOTH,
      (document) => (isUbl ? lines(document) : lines(document).filter(({ subtype }) => subtype !== undefined)),
      {
        'BR-FR-MV-01_EXT-FR-FE-163': ({ subtype }) => !isBlank(subtype),
      },
    ),
    whole(SEVERAL_SELLERS, {
      'BR-FR-MV-02_EXT-FR-FE-163': (document) => groups(document).length >= 1,
      'BR-FR-MV-13_BT-3': ({ invoice }) =>
        normalised(invoice.typeCode) !== '' && !SELF_BILLED.has(normalised(invoice.typeCode)),
    }),
    whole(TWO_WAYS, {
      'BR-FR-BD-02_EXT-FR-FE-163': (document) => groups(document).length === 2,
      [isUbl ? 'BR-FR-BD-02_BT-30' : 'BR-FR-BD-02_BT-31']: (document) =>
        ofParty(groups(document), document.invoice.seller) === 1,
      'BR-FR-BD-02_BT-47': (document) => ofParty(groups(document), document.invoice.buyer) === 1,
      [isUbl ? 'BR-FR-MV-BD_BT-3' : 'BR-FR-BD-13_BT-3']: ({ invoice }) => SELF_BILLED.has(normalised(invoice.typeCode)),
    }),
    each(BOTH, groups, {
      'BR-FR-MV-03_EXT-FR-FE-164': ({ seller }) => seller.name !== '',
      'BR-FR-MV-03_EXT-FR-FE-167': ({ seller }) => seller.id !== '',
      'BR-FR-MV-03_EXT-FR-FE-177': ({ seller }) => seller.country !== '',
      'BR-FR-MV-03_EXT-FR-FE-181': ({ vat }, { invoice }) => !isBlank(vat(invoice.currency)),
      'BR-FR-MV-03_EXT-FR-FE-182': ({ vat }, { invoice }) =>
        invoice.taxCurrency === undefined || (invoice.taxCurrency !== '' && !isBlank(vat(invoice.taxCurrency))),
      'BR-FR-MV-05_EXT-FR-FE-BG-12': ({ id, net }, document) => {
        const subLines = lines(document).filter(
          ({ parent, subtype }) => parent === normalised(id) && subtype !== undefined && subtype !== 'INFORMATION',
        )
        return Math.abs(net - subLines.reduce((sum, line) => sum + line.net, 0)) <= 0.01 * subLines.length
      },
      'BR-FR-MV-09_EXT-FR-FE-181': ({ vat, number: own }, document) =>
        Math.abs(number(vat(document.invoice.currency)) - vatOf(document, own)) <= 0.01,
      'BR-FR-MV-10_EXT-FR-FE-184': ({ id, gross, net, vat }, document) => {
        const details = lines(document).filter(({ parent, subtype }) => parent === id && subtype === 'DETAIL')
        return (
          gross === undefined || Math.abs(gross - net - number(vat(document.invoice.currency))) <= 0.01 * details.length
        )
      },
    }),
    each(BOTH, groups, objectTests(syntax)),
    each(BOTH, lines, {
      'BR-FR-MV-06_EXT-FR-FE-167': ({ seller, parent }, document) =>
        seller.id !== '' &&
        (parent === undefined || seller.id === (parentOf(lines(document), parent)?.seller.id ?? '')),
      'BR-FR-MV-07_BT-128': ({ number: own, parent }, document) =>
        own !== '' && (parent === undefined || own === (parentOf(lines(document), parent)?.number ?? '')),
    }),
    each(BOTH, (document) => lines(document).filter(({ subtype }) => subtype === 'DETAIL'), {
      'BR-FR-MV-08_BT-128': ({ exemption, number: own }) =>
        !isBlank(exemption) && own !== '' && exemption.startsWith(`#${own}#`),
    }),
    each(BOTH, (document) => groups(document).filter(({ seller }) => seller.id === registrationOf(document)), {
      'BR-FR-MV-11_BT-128': ({ number: own }, document) => {
        const number = document.invoice.number
        const sub = groups(document).filter(
          (line) => line.seller.id === registrationOf(document) && line.number === number,
        )
        return sub.length === 1 || (sub.length === 0 ? own === number : own !== number)
      },
    }),
    whole(BOTH, {
      'BR-FR-MV-12_BT-128': (document) => groups(document).every((group) => isFirstUse(group, document, syntax)),
    }),
    each(SEVERAL_SELLERS, (document) => (CORRECTS.has(document.invoice.typeCode) ? groups(document) : []), {
      'BR-FR-MV-14-EXT-FR-FE-136': ({ preceding }) => preceding.number,
      'BR-FR-MV-14-EXT-FR-FE-138': ({ preceding }) => preceding.date,
    }),
    each(TWO_WAYS, (document) => (CORRECTS_SELF_BILLED.has(document.invoice.typeCode) ? groups(document) : []), {
      'BR-FR-BD-14-EXT-FR-FE-136': ({ preceding }) => preceding.number,
      'BR-FR-BD-14-EXT-FR-FE-138': ({ preceding }) => preceding.date,
    }),
  ]
}

const SEVERAL_SELLERS = /^[SBM]8$/
const TWO_WAYS = /^[SBM]9$/
const BOTH = /^[SBM][89]$/

function runs({ invoice }: BoundDocument, processes: RegExp): boolean {
  return processes.test(normalised(invoice.businessProcess ?? ''))
}

/** Number and business process of the sub-invoice. In CII both rules speak of the reference only where there is one. */
function objectTests(syntax: Syntax): Readonly<Record<string, (line: HierarchicalLine) => boolean>> {
  const references = ({ element }: HierarchicalLine, scheme: string): boolean =>
    all(element, 'ram:SpecifiedLineTradeSettlement/ram:AdditionalReferencedDocument').some(
      (reference) => reference.child('ram:ReferenceTypeCode')?.stringValue === scheme,
    )
  const isSilent = (line: HierarchicalLine, scheme: string): boolean => syntax === 'cii' && !references(line, scheme)
  return {
    'BR-FR-MV-03_BT-128_AFL': (line) => isSilent(line, 'AFL') || line.number !== '',
    'BR-FR-MV-03_BT-128_AVV': (line) =>
      isSilent(line, 'AVV') ||
      (!isBlank(line.businessProcesses[0]) && !line.businessProcesses.some((process) => SEVERAL_SELLERS.test(process))),
  }
}

function ofParty(
  groups: readonly HierarchicalLine[],
  party: { readonly legalRegistration?: { readonly value: string } | undefined },
): number {
  return groups.filter(({ seller }) => seller.id === party.legalRegistration?.value).length
}

function registrationOf({ invoice }: BoundDocument): string | undefined {
  return invoice.seller.legalRegistration?.value
}

function parentOf(lines: readonly HierarchicalLine[], parent: string): HierarchicalLine | undefined {
  return lines.find(({ id }) => id === parent)
}

/** What the VAT breakdown has for a sub-invoice: its reasons of exemption begin with the number. */
function vatOf({ invoice }: BoundDocument, subInvoice: string): number {
  return invoice.vatBreakdown
    .filter(({ exemptionReason }) => exemptionReason?.startsWith(`#${subInvoice}#`))
    .reduce((sum, { tax }) => sum + number(tax?.toString()), 0)
}

/** Whether the number of a sub-invoice stands nowhere before it: in UBL as that of another line, in CII as that of any document. */
function isFirstUse(group: HierarchicalLine, document: BoundDocument, syntax: Syntax): boolean {
  const numbers =
    syntax === 'cii'
      ? document.named('ram:IssuerAssignedID')
      : document
          .named('cac:DocumentReference')
          .filter((reference) => reference.child('cbc:DocumentTypeCode')?.stringValue === '130')
          .flatMap((reference) => reference.all('cbc:ID').filter((id) => id.attribute('schemeID') === 'AFL'))
  return !numbers.some(
    ({ ordinal, stringValue }) => ordinal < group.element.ordinal && normalised(stringValue) === group.number,
  )
}
