import type { CodeLists } from '../codes/code-lists.js'
import type { Invoice } from '../model.js'
import { normalised, type Rule, type Term } from './rule.js'

/** A code as it stands in the invoice; undefined where there is none. */
type Code = readonly [term: Term, code: string | undefined, index?: number]
type ListName = Exclude<keyof CodeLists, 'noteSubjects'>

/** BR-CL-01 to BR-CL-26: codes are from their lists, whose edition the rule set selects. */
export const CODE_LIST_RULES: readonly Rule[] = [
  {
    id: 'BR-CL-01',
    terms: ['BT-3'],
    message: 'The invoice type {} is not one of the standard',
    fix: 'Use a code of UNTDID 1001 that EN 16931 admits',
    check: ({ kind, typeCode }, breach, { codes }) => {
      const list = kind === 'invoice' ? codes.invoiceTypes : codes.creditNoteTypes
      if (!list.has(normalised(typeCode))) breach('BT-3', undefined, typeCode)
    },
  },
  listed('BR-CL-03', ['BT-5'], 'currencies', 'ISO 4217', ({ currency, taxCurrency, totals }) => [
    ['BT-5', currency],
    ['BT-6', totals.vatInTaxCurrency === undefined ? undefined : taxCurrency],
  ]),
  listed('BR-CL-04', ['BT-5'], 'currencies', 'ISO 4217', ({ currency }) => [['BT-5', currency]]),
  listed('BR-CL-05', ['BT-6'], 'currencies', 'ISO 4217', ({ taxCurrency }) => [['BT-6', taxCurrency]]),
  listed('BR-CL-06', ['BT-8'], 'taxPointDates', 'UNTDID 2005', ({ taxPointDateCode }) => [['BT-8', taxPointDateCode]]),
  listed('BR-CL-07', ['BT-18', 'BT-128'], 'referenceQualifiers', 'UNTDID 1153', ({ invoicedObject, lines }) => [
    ['BT-18', invoicedObject?.scheme],
    ...lines.map(({ object }, index): Code => ['BT-128', object?.scheme, index]),
  ]),
  {
    id: 'BR-CL-08',
    terms: ['BT-21', 'BG-1'],
    message: 'The note begins with {}, which reads as a subject code but is none',
    fix: 'Leave out the number signs, or put a code of UNTDID 4451 between them',
    check: ({ notes }, breach, { codes }) => {
      for (const [index, { subjectCode, text }] of notes.entries()) {
        // In UBL the subject code stands in the text, between number signs: three characters between the first two are taken for one.
        const code = subjectCode ?? /^[^#]*#([^#]{3})#/su.exec(text)?.[1]
        if (code !== undefined && !codes.noteSubjects.has(code)) breach('BT-21', index, code)
      }
    },
  },
  listed('BR-CL-10', ['BT-29', 'BT-46', 'BT-60'], 'iso6523', 'ISO 6523', ({ seller, buyer, payee }) => [
    ...seller.identifiers.map(({ scheme }, index): Code => ['BT-29', scheme, index]),
    ...buyer.identifiers.map(({ scheme }, index): Code => ['BT-46', scheme, index]),
    ['BT-60', payee?.identifier?.scheme],
  ]),
  listed('BR-CL-11', ['BT-30', 'BT-47', 'BT-61'], 'iso6523', 'ISO 6523', ({ seller, buyer, payee }) => [
    ['BT-30', seller.legalRegistration?.scheme],
    ['BT-47', buyer.legalRegistration?.scheme],
    ['BT-61', payee?.legalRegistration?.scheme],
  ]),
  listed('BR-CL-13', ['BT-158'], 'itemClassifications', 'UNTDID 7143', ({ lines }) =>
    lines.flatMap(({ item }, index) => item.classifications.map(({ scheme }): Code => ['BT-158', scheme, index])),
  ),
  listed('BR-CL-14', ['BT-40', 'BT-55', 'BT-69', 'BT-80'], 'countries', 'ISO 3166-1', countriesOf),
  listed('BR-CL-15', ['BT-159'], 'countries', 'ISO 3166-1', ({ lines }) =>
    lines.map(({ item }, index): Code => ['BT-159', item.originCountry, index]),
  ),
  listed('BR-CL-16', ['BT-81'], 'paymentMeans', 'UNTDID 4461', ({ payment }) => [['BT-81', payment?.meansCode]]),
  listed(
    'BR-CL-17',
    ['BT-118', 'BT-95', 'BT-102'],
    'vatCategories',
    'UNTDID 5305',
    ({ vatBreakdown, allowances, charges }) => [
      ...vatBreakdown.map(({ category }, index): Code => ['BT-118', category, index]),
      ...allowances.map(({ vatCategory }, index): Code => ['BT-95', vatCategory, index]),
      ...charges.map(({ vatCategory }, index): Code => ['BT-102', vatCategory, index]),
    ],
  ),
  listed('BR-CL-18', ['BT-151'], 'vatCategories', 'UNTDID 5305', ({ lines }) =>
    lines.map(({ vatCategory }, index): Code => ['BT-151', vatCategory, index]),
  ),
  listed('BR-CL-19', ['BT-98', 'BT-140'], 'allowanceReasons', 'UNTDID 5189', ({ allowances, lines }) => [
    ...allowances.map(({ reasonCode }, index): Code => ['BT-98', reasonCode, index]),
    ...lines.flatMap((line, index) => line.allowances.map(({ reasonCode }): Code => ['BT-140', reasonCode, index])),
  ]),
  listed('BR-CL-20', ['BT-105', 'BT-145'], 'chargeReasons', 'UNTDID 7161', ({ charges, lines }) => [
    ...charges.map(({ reasonCode }, index): Code => ['BT-105', reasonCode, index]),
    ...lines.flatMap((line, index) => line.charges.map(({ reasonCode }): Code => ['BT-145', reasonCode, index])),
  ]),
  listed('BR-CL-21', ['BT-157'], 'iso6523', 'ISO 6523', ({ lines }) =>
    lines.map(({ item }, index): Code => ['BT-157', item.standardIdentifier?.scheme, index]),
  ),
  listed('BR-CL-22', ['BT-121'], 'exemptionReasons', 'VATEX', ({ vatBreakdown }) =>
    // This list alone is compared without regard to case.
    vatBreakdown.map(({ exemptionReasonCode }, index): Code => ['BT-121', exemptionReasonCode?.toUpperCase(), index]),
  ),
  listed('BR-CL-23', ['BT-130', 'BT-150'], 'units', 'UN/ECE Recommendations 20 and 21', ({ lines }) => [
    ...lines.map(({ unitCode }, index): Code => ['BT-130', unitCode, index]),
    ...lines.map(({ price }, index): Code => ['BT-150', price.baseQuantityUnit, index]),
  ]),
  listed('BR-CL-24', ['BT-125-1'], 'mimeTypes', 'the media types of EN 16931', ({ supportingDocuments }) =>
    supportingDocuments.map(({ attachment }, index): Code => ['BT-125-1', attachment?.mimeType, index]),
  ),
  listed(
    'BR-CL-25',
    ['BT-34', 'BT-49'],
    'electronicAddressSchemes',
    'the Electronic Address Scheme',
    ({ seller, buyer }) => [
      ['BT-34', seller.electronicAddress?.scheme],
      ['BT-49', buyer.electronicAddress?.scheme],
    ],
  ),
  listed('BR-CL-26', ['BT-71'], 'iso6523', 'ISO 6523', ({ delivery }) => [['BT-71', delivery?.location?.scheme]]),
]

/** Countries of addresses; an empty one is BR-09's matter and its sisters', and this one's too, as in the official artefact. */
function countriesOf({ seller, buyer, taxRepresentative, delivery }: Invoice): readonly Code[] {
  return [
    ['BT-40', seller.address?.country],
    ['BT-55', buyer.address?.country],
    ['BT-69', taxRepresentative?.address?.country],
    ['BT-80', delivery?.address?.country],
  ]
}

function listed(
  id: string,
  terms: readonly [Term, ...Term[]],
  list: ListName,
  source: string,
  codesOf: (invoice: Invoice) => readonly Code[],
): Rule {
  return {
    ...{
      id,
      terms,
      message: `The code {} is not in the list that the government uses: ${source}`,
      fix: `Use a code of ${source}`,
    },
    check: (invoice, breach, { codes }) => {
      const known = codes[list]
      for (const [term, code, index] of codesOf(invoice))
        if (code !== undefined && !known.has(code) && !known.has(normalised(code))) breach(term, index, code)
    },
  }
}
