import type { Invoice } from '../model.js'
import type { CreditTransfer, PaymentInstructions } from '../model-settlement.js'
import { bothAreIn, sellerIsIn } from './peppol-facts.js'
import { isBlank, normalised, type Rule, type Term } from './rule.js'

const MEANS: ReadonlySet<string> = new Set('1 10 31 42 48 49 50 58 59 93 97'.split(' '))
const UNSPSC: ReadonlySet<string> = new Set(['19.05.01', '19.0501', '26.08.01', '26.0801'])
const CVR = '0184'

/** DK-R-002 to DK-R-017: sellers with an address in Denmark. */
export const DANISH_RULES: readonly Rule[] = [
  {
    id: 'DK-R-002',
    terms: ['BT-30'],
    message: 'The Danish seller has no CVR number',
    fix: 'Give supplier.vatNumber as DK and the eight digits of the CVR number',
    check: (invoice, breach) => {
      if (sellerIsIn(invoice, 'DK') && isBlank(invoice.seller.legalRegistration?.value)) breach('BT-30')
    },
  },
  cvr('DK-R-014', 'BT-30', 'seller', (invoice) => sellerIsIn(invoice, 'DK')),
  {
    id: 'DK-R-016',
    terms: ['BT-115'],
    message: 'A Danish credit note has a negative total {}',
    fix: 'Credit positive amounts',
    check: (invoice, breach) => {
      const { due } = invoice.totals
      if (invoice.kind === 'creditNote' && bothAreIn(invoice, 'DK') && due?.isNegative() === true)
        breach('BT-115', undefined, due.toString())
    },
  },
  {
    id: 'DK-R-013',
    terms: ['BT-29', 'BT-46'],
    message: 'The identifier {} of a Danish party has no scheme',
    fix: 'Give the scheme of the identifier',
    check: (invoice, breach) => {
      if (!bothAreIn(invoice, 'DK')) return
      invoice.seller.identifiers.forEach(({ value, scheme }, index) => {
        if (isBlank(scheme)) breach('BT-29', index, value)
      })
      invoice.buyer.identifiers.forEach(({ value, scheme }, index) => {
        if (isBlank(scheme)) breach('BT-46', index, value)
      })
    },
  },
  payment('DK-R-005', 'BT-81', 'is not one of 1, 10, 31, 42, 48, 49, 50, 58, 59, 93, 97', ({ meansCode }) => {
    return !MEANS.has(meansCode)
  }),
  payment('DK-R-006', 'BT-84', 'asks for account and registration number', ({ meansCode }, transfer) => {
    const lacks = isBlank(transfer?.account) || isBlank(transfer?.serviceProvider)
    return (meansCode === '31' || meansCode === '42') && lacks
  }),
  payment('DK-R-007', 'BT-89', 'asks for mandate and debited account', ({ meansCode, directDebit }) => {
    return meansCode === '49' && (isBlank(directDebit?.mandate) || isBlank(directDebit?.debitedAccount))
  }),
  payment(
    'DK-R-008',
    'BT-83',
    'asks for a payment id of 01#, 04# or 15# and an account of 7 or 8 digits',
    (each, transfer) => {
      const isSound = ['01#', '04#', '15#'].includes(kortart(each)) && /^[0-9]{7,8}$/.test(transfer?.account ?? '')
      return each.meansCode === '50' && !isSound
    },
  ),
  payment('DK-R-009', 'BT-83', 'asks for 16 digits after 04# or 15#', (each) => {
    return each.meansCode === '50' && ['04#', '15#'].includes(kortart(each)) && each.remittance?.length !== 19
  }),
  payment(
    'DK-R-010',
    'BT-83',
    'asks for a payment id of 71#, 73# or 75# and an account of 8 characters',
    (each, transfer) => {
      const isSound = ['71#', '73#', '75#'].includes(kortart(each)) && transfer?.account?.length === 8
      return each.meansCode === '93' && !isSound
    },
  ),
  payment('DK-R-011', 'BT-83', 'asks for 15 or 16 digits after 71# or 75#', (each) => {
    const length = each.remittance?.length
    return each.meansCode === '93' && ['71#', '75#'].includes(kortart(each)) && length !== 18 && length !== 19
  }),
  cvr('DK-R-017', 'BT-47', 'buyer', (invoice) => bothAreIn(invoice, 'DK')),
  {
    id: 'DK-R-003',
    terms: ['BT-158'],
    message: 'A line is classified by UNSPSC in a version other than 19.05.01 or 26.08.01',
    fix: 'Use UNSPSC 19.05.01 or 26.08.01',
    check: (invoice, breach) => {
      if (!bothAreIn(invoice, 'DK')) return
      invoice.lines.forEach(({ item: { classifications } }, index) => {
        const isUnspsc = classifications.some(({ scheme }) => scheme === 'TST')
        if (isUnspsc && !classifications.some(({ schemeVersion = '' }) => UNSPSC.has(schemeVersion)))
          breach('BT-158', index)
      })
    },
  },
  {
    id: 'DK-R-004',
    terms: ['BT-97', 'BT-104', 'BT-139', 'BT-144'],
    message: 'A tax other than VAT (reason code ZZZ) is not named by four digits or a text with # inside: {}',
    fix: 'Give the four digits of the tax, or a text with # that neither begins nor ends with it',
    check: (invoice, breach) => {
      if (!bothAreIn(invoice, 'DK')) return
      const { allowances, charges, lines } = invoice
      const see = (term: Term, parts: Invoice['lines'][number]['allowances'], at?: number): void => {
        parts.forEach(({ reasonCode, reason }, index) => {
          if (reasonCode === 'ZZZ' && !namesTax(reason)) breach(term, at ?? index, reason)
        })
      }
      see('BT-97', allowances)
      see('BT-104', charges)
      lines.forEach((line, index) => {
        see('BT-139', line.allowances, index)
        see('BT-144', line.charges, index)
      })
    },
  },
]

function namesTax(reason = ''): boolean {
  const isNumber = normalised(reason).length === 4 && Number(reason) >= 0 && Number(reason) <= 9999
  return isNumber || (reason.includes('#') && !reason.startsWith('#') && !reason.endsWith('#'))
}

/** The kind of a giro card, the first three characters of the payment id. */
function kortart({ remittance }: PaymentInstructions): string {
  return (remittance ?? '').slice(0, 3)
}

/** Of each payment means of a Danish invoice between Danes; UBL has one for each account. */
function payment(
  id: string,
  term: Term,
  what: string,
  isBroken: (payment: PaymentInstructions, transfer: CreditTransfer | undefined) => boolean,
): Rule {
  return {
    ...{ id, terms: [term], message: `The Danish means of payment {} ${what}` },
    fix: 'Give what this means of payment asks for, or use 58 with an IBAN',
    check: (invoice, breach) => {
      const { kind, payment } = invoice
      if (payment === undefined || kind !== 'invoice' || !bothAreIn(invoice, 'DK')) return
      const transfers = payment.transfers.length === 0 ? [undefined] : payment.transfers
      if (transfers.some((transfer) => isBroken(payment, transfer))) breach(term, undefined, payment.meansCode)
    },
  }
}

function cvr(
  id: string,
  term: 'BT-30' | 'BT-47',
  who: 'seller' | 'buyer',
  applies: (invoice: Invoice) => boolean,
): Rule {
  return {
    ...{ id, terms: [term], message: `The registration {} of the Danish ${who} is not marked as CVR number (0184)` },
    fix: 'Give the VAT number as DK and the eight digits of the CVR number',
    check: (invoice, breach) => {
      const found = invoice[who].legalRegistration
      if (found !== undefined && applies(invoice) && normalised(found.scheme ?? '') !== CVR)
        breach(term, undefined, found.value)
    },
  }
}
