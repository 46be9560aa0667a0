import { edition, type CodeList } from '../codes/code-list.js'
import type { CodeLists } from '../codes/code-lists.js'
import { CURRENT_CODE_LISTS } from '../codes/code-lists.js'
import type { Invoice } from '../model.js'
import { isInGermany, isBillingProcess } from './peppol-facts.js'
import { normalised, type Rule, type Term } from './rule.js'

const { currencies, electronicAddressSchemes, mimeTypes, allowanceReasons, chargeReasons, taxPointDates } =
  CURRENT_CODE_LISTS satisfies CodeLists

/** `$ISO4217` of Peppol has the new dobra of São Tomé. */
export const PEPPOL_CURRENCIES = edition(currencies, { with: 'STN', without: 'STD' })

/** `$eaid`: the schemes that have participants in the network. */
export const PEPPOL_ADDRESS_SCHEMES = edition(electronicAddressSchemes, {
  without: '0037 0147 0154 0158 0170 0177 0193 0194 0202 0203 0205 0212 0213 0215 0217 0219 0220 AN AQ AS AU EM',
})

export const PEPPOL_INVOICE_TYPES: ReadonlySet<string> = new Set(
  '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877'.split(' '),
)
export const PEPPOL_CREDIT_NOTE_TYPES: ReadonlySet<string> = new Set(['381', '396', '81', '83', '532'])

/** Exemption reasons that belong to one VAT category, with the number of the rule. */
export const CATEGORY_OF_REASON: readonly (readonly [id: string, reason: string, category: string])[] = [
  ['P0104', 'VATEX-EU-G', 'G'],
  ['P0105', 'VATEX-EU-O', 'O'],
  ['P0106', 'VATEX-EU-IC', 'K'],
  ['P0107', 'VATEX-EU-AE', 'AE'],
  ['P0108', 'VATEX-EU-D', 'E'],
  ['P0109', 'VATEX-EU-F', 'E'],
  ['P0110', 'VATEX-EU-I', 'E'],
  ['P0111', 'VATEX-EU-J', 'E'],
]

type Codes = (invoice: Invoice, see: (term: Term, code: string | undefined, index?: number) => void) => void

/** PEPPOL-EN16931-CL001 to CL008 and P0100 to P0112: codes. */
export const PEPPOL_CODE_RULES: readonly Rule[] = [
  listed('CL001', ['BT-125-1'], mimeTypes, 'the media types of Peppol', ({ supportingDocuments }, see) => {
    supportingDocuments.forEach(({ attachment }, index) => {
      see('BT-125-1', attachment?.mimeType, index)
    })
  }),
  listed('CL002', ['BT-98', 'BT-140'], allowanceReasons, 'UNCL 5189', ({ allowances, lines }, see) => {
    allowances.forEach(({ reasonCode }, index) => {
      see('BT-98', normal(reasonCode), index)
    })
    lines.forEach((line, index) => {
      for (const { reasonCode } of line.allowances) see('BT-140', normal(reasonCode), index)
    })
  }),
  listed('CL003', ['BT-105', 'BT-145'], chargeReasons, 'UNCL 7161', ({ charges, lines }, see) => {
    charges.forEach(({ reasonCode }, index) => {
      see('BT-105', normal(reasonCode), index)
    })
    lines.forEach((line, index) => {
      for (const { reasonCode } of line.charges) see('BT-145', normal(reasonCode), index)
    })
  }),
  listed('CL006', ['BT-8'], taxPointDates, 'UNCL 2005', ({ taxPointDateCode }, see) => {
    see('BT-8', normal(taxPointDateCode))
  }),
  listed('CL007', ['BT-5', 'BT-6'], PEPPOL_CURRENCIES, 'ISO 4217', ({ currency, taxCurrency, totals }, see) => {
    see('BT-5', currency)
    if (totals.vatInTaxCurrency !== undefined) see('BT-6', taxCurrency)
  }),
  listed('CL008', ['BT-34', 'BT-49'], PEPPOL_ADDRESS_SCHEMES, "Peppol's list of schemes", ({ seller, buyer }, see) => {
    see('BT-34', seller.electronicAddress?.scheme)
    see('BT-49', buyer.electronicAddress?.scheme)
  }),
  {
    id: 'PEPPOL-EN16931-P0100',
    terms: ['BT-3'],
    message: 'The invoice type {} is not one that Peppol admits',
    fix: 'Use 380 for an invoice',
    check: (invoice, breach) => {
      const { kind, typeCode } = invoice
      if (kind === 'invoice' && isBillingProcess(invoice) && !PEPPOL_INVOICE_TYPES.has(normalised(typeCode)))
        breach('BT-3', undefined, typeCode)
    },
  },
  {
    id: 'PEPPOL-EN16931-P0112',
    terms: ['BT-3'],
    message: 'The invoice type {} is for German sellers and buyers only',
    fix: 'Use 380 for an invoice',
    check: (invoice, breach) => {
      const code = normalised(invoice.typeCode)
      if (invoice.kind === 'invoice' && (code === '326' || code === '384') && !isInGermany(invoice))
        breach('BT-3', undefined, code)
    },
  },
  {
    id: 'PEPPOL-EN16931-P0101',
    terms: ['BT-3'],
    message: 'The credit note type {} is not one that Peppol admits',
    fix: 'Use 381 for a credit note',
    check: (invoice, breach) => {
      const { kind, typeCode } = invoice
      if (kind === 'creditNote' && isBillingProcess(invoice) && !PEPPOL_CREDIT_NOTE_TYPES.has(normalised(typeCode)))
        breach('BT-3', undefined, typeCode)
    },
  },
  ...CATEGORY_OF_REASON.map(([id, reason, category]) => categoryOfReason(id, reason, category)),
]

function normal(code: string | undefined): string | undefined {
  return code === undefined ? undefined : normalised(code)
}

function listed(id: string, terms: readonly [Term, ...Term[]], list: CodeList, source: string, codesOf: Codes): Rule {
  return {
    ...{
      id: `PEPPOL-EN16931-${id}`,
      terms,
      message: `The code {} is not in ${source}`,
      fix: `Use a code of ${source}`,
    },
    check: (invoice, breach) => {
      codesOf(invoice, (term, code, index) => {
        if (code !== undefined && !list.has(code)) breach(term, index, code)
      })
    },
  }
}

/** An exemption reason that belongs to one VAT category. */
function categoryOfReason(id: string, reason: string, category: string): Rule {
  return {
    ...{ id: `PEPPOL-EN16931-${id}`, terms: ['BT-118', 'BT-121'] },
    message: `The exemption reason ${reason} stands with the VAT category {}`,
    fix: `Use the VAT category ${category} with ${reason}`,
    check: ({ vatBreakdown }, breach) => {
      vatBreakdown.forEach((entry, index) => {
        if (entry.exemptionReasonCode?.toUpperCase() === reason && normalised(entry.category) !== category)
          breach('BT-118', index, entry.category)
      })
    },
  }
}
