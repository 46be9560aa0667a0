import { daysBetween } from '../../../domain/calendar.js'
import type { Party } from '../../../einvoice/model/parties.js'
import type { Rule } from '../../../einvoice/rules/rule.js'
import { isBlank } from '../../../einvoice/xml/white-space.js'
import { attachmentsSizeRule } from '../../attachments-size.js'
import { exemptionWordingRules } from '../../exemption-wording.js'
import { creditNoteRule } from '../../credit-note.js'
import { isPerson, isPersonalNumber } from '../consumer.js'
import { CIUS_RO } from '../profile.js'
import { VAT_RATES } from '../vat-rates.js'

const OLDEST_DAYS = 5
const RATES = VAT_RATES.map(({ rate }) => rate)

/**
 * Requirements of the interface specification beyond the official artefacts: `CW-RO-…`. Warnings
 * report what is allowed but unusual.
 */
export const BUSINESS_RULES: readonly Rule[] = [
  attachmentsSizeRule('CW-RO-SIZE', 'ANAF', 10_000_000),
  ...exemptionWordingRules({
    country: 'RO',
    law: { reverseCharge: 'Fiscal Code, art. 319 (20)', marginScheme: 'Fiscal Code, art. 319 (20)' },
    reverseCharge: 'Taxare inversă',
    marginScheme: {
      'VATEX-EU-D': '"regimul marjei - agenții de turism"',
      'VATEX-EU-F': '"regimul marjei - bunuri second-hand"',
      'VATEX-EU-I': '"regimul marjei - opere de artă"',
      'VATEX-EU-J': '"regimul marjei - obiecte de colecție și antichități"',
    },
  }),
  {
    id: 'CW-RO-ISSUE-DATE',
    terms: ['BT-2'],
    message: `The issue date {} is more than ${OLDEST_DAYS} days in the past`,
    fix: `Issue the invoice again with a date of the last ${OLDEST_DAYS} days (issueDate), in the calendar of Bucharest`,
    check: ({ issueDate }, breach, today) => {
      if (daysBetweenDates(issueDate, today) > OLDEST_DAYS) breach('BT-2', undefined, issueDate)
    },
  },
  {
    // Neither the specification nor ANAF forbids it, and the caller may be in another time zone
    // than Bucharest.
    id: 'CW-RO-FUTURE-DATE',
    severity: 'warning',
    terms: ['BT-2'],
    message: 'The issue date {} is in the future',
    fix: 'Give the day on which the invoice is issued (issueDate), or keep the date if it is intended; the deadline for submitting the invoice counts from it',
    check: ({ issueDate }, breach, today) => {
      if (daysBetweenDates(issueDate, today) < 0) breach('BT-2', undefined, issueDate)
    },
  },
  {
    id: 'CW-RO-SUPPLIER-VAT',
    terms: ['BT-31'],
    message: "The seller's VAT number {} is not a Romanian one",
    fix: "Give the seller's VAT number (supplier.vatNumber) as RO followed by 2 to 10 digits",
    check: ({ seller: { vatIdentifier } }, breach) => {
      if (vatIdentifier !== undefined && !ROMANIAN.test(vatIdentifier)) breach('BT-31', undefined, vatIdentifier)
    },
  },
  {
    id: 'CW-RO-SUPPLIER-CUI',
    terms: ['BT-30', 'BT-32'],
    message: 'The seller has neither a VAT number nor a fiscal code (CUI)',
    fix: "Give the seller's fiscal code without RO, 2 to 10 digits, as its registration (supplier.legalRegistration.id), or beside a register number as supplier.taxRegistration",
    check: ({ seller: { vatIdentifier, legalRegistration, taxRegistration } }, breach) => {
      const codes = [legalRegistration?.value, taxRegistration]
      if (vatIdentifier === undefined && !codes.some((code) => FISCAL_CODE.test(code ?? ''))) breach('BT-30')
    },
  },
  {
    id: 'CW-RO-CUSTOMER-VAT',
    terms: ['BT-48'],
    message: "The buyer's VAT number {} does not fit the country of the buyer",
    fix: "Give the buyer's VAT number (customer.vatNumber) as RO followed by 2 to 10 digits; for a buyer abroad the foreign number with its country code",
    check: ({ buyer }, breach) => {
      const { vatIdentifier } = buyer
      const format = isInRomania(buyer) ? ROMANIAN : WITH_COUNTRY
      if (vatIdentifier !== undefined && !format.test(vatIdentifier)) breach('BT-48', undefined, vatIdentifier)
    },
  },
  {
    id: 'CW-RO-CUSTOMER-CUI',
    terms: ['BT-47'],
    message: 'The buyer in Romania has no VAT number, and its registration {} is not a fiscal code (CUI)',
    fix: "Give the buyer's fiscal code without RO, 2 to 10 digits, as customer.legalRegistration.id: ANAF delivers the invoice by it",
    check: (invoice, breach) => {
      const { vatIdentifier, legalRegistration } = invoice.buyer
      if (vatIdentifier !== undefined || legalRegistration === undefined) return
      const isFirm = isInRomania(invoice.buyer) && !isPerson(invoice.buyer)
      if (isFirm && !FISCAL_CODE.test(legalRegistration.value)) breach('BT-47', undefined, legalRegistration.value)
    },
  },
  {
    id: 'CW-RO-CNP',
    terms: ['BT-47'],
    message: 'The personal number (CNP) {} of the consumer does not have 13 digits, or its check digit is wrong',
    fix: 'Correct the personal number (customer.nationalId), or leave it out: the invoice then contains thirteen zeros, as ANAF expects for consumers without one',
    check: ({ buyer }, breach) => {
      const number = buyer.legalRegistration?.value ?? ''
      if (isPerson(buyer) && !isPersonalNumber(number)) breach('BT-47', undefined, number)
    },
  },
  {
    id: 'CW-RO-POSTAL-CODE',
    terms: ['BT-38', 'BT-53'],
    message: 'An address has no postal code',
    fix: 'Give the postal code of both parties (supplier.address.postalCode, customer.address.postalCode)',
    check: ({ seller, buyer }, breach) => {
      if (seller.address !== undefined && isBlank(seller.address.postCode)) breach('BT-38')
      if (buyer.address !== undefined && isBlank(buyer.address.postCode)) breach('BT-53')
    },
  },
  {
    id: 'CW-RO-CURRENCY',
    terms: ['BT-5'],
    message: 'The currency {} is not allowed: a domestic invoice is in RON, an international one in EUR or USD',
    fix: 'Give the invoice currency (currency) as RON if both parties are in Romania, else as EUR or USD; without a currency it is EUR',
    check: ({ currency, seller, buyer }, breach) => {
      // Without an address the country of a consumer is unknown; another rule requires it.
      if (buyer.address === undefined && isPerson(buyer)) return
      const isDomestic = isInRomania(seller) && isInRomania(buyer)
      const isRight = isDomestic ? currency === 'RON' : currency === 'EUR' || currency === 'USD'
      if (!isRight) breach('BT-5', undefined, currency)
    },
  },
  creditNoteRule('CW-RO-CREDIT-NOTE'),
  {
    id: 'CW-RO-VAT-RATE',
    terms: ['BT-152'],
    message: 'Romania has no VAT rate of {} percent',
    fix: `Give the VAT rate of the line (lines[].vatRate) as one of ${RATES.join(', ')} with category S, or as 0 with another category`,
    check: ({ lines }, breach) => {
      lines.forEach(({ vatRate }, index) => {
        if (vatRate !== undefined && !vatRate.isZero() && !RATES.includes(vatRate.toString()))
          breach('BT-152', index, vatRate.toString())
      })
    },
  },
  {
    id: 'CW-RO-VAT-RATE-DATE',
    severity: 'warning',
    terms: ['BT-152'],
    message: 'The VAT rate of {} percent is not in force on the day of supply',
    fix: 'Use the VAT rate in force on the day of supply (lines[].vatRate): since 2025-08-01 that is 21 in place of 19, and 11 in place of 9 and 5. Keep the old rate only if the supply was made, or is corrected, while it was in force',
    check: ({ lines, issueDate, delivery }, breach) => {
      lines.forEach(({ vatRate, period }, index) => {
        const day = period?.end ?? delivery?.date ?? issueDate
        const known = VAT_RATES.find(({ rate }) => rate === vatRate?.toString())
        if (known !== undefined && (day < known.from || (known.until !== null && day > known.until)))
          breach('BT-152', index, known.rate)
      })
    },
  },
  {
    id: 'CW-RO-PAYMENT-TERMS',
    severity: 'warning',
    terms: ['BT-9', 'BT-20'],
    message: 'Neither due date nor terms of payment are given, so the invoice states: {}',
    fix: 'Give the due date (dueDate) as YYYY-MM-DD, or the terms of payment (paymentMeans.paymentTerms)',
    check: ({ kind, paymentTerms, paymentDueDate, totals }, breach) => {
      const isOurs = paymentTerms === CIUS_RO.defaultPaymentTerms && paymentDueDate === undefined
      if (kind === 'invoice' && isOurs && totals.due?.isPositive()) breach('BT-9', undefined, paymentTerms)
    },
  },
]

const ROMANIAN = /^RO\d{2,10}$/
const WITH_COUNTRY = /^[A-Z]{2}[A-Z0-9+*]{2,}$/

/** A fiscal code; older documents write RO before it even as a registration. */
const FISCAL_CODE = /^(?:RO)?\d{2,10}$/

/** By its address; without one by its VAT number. */
function isInRomania({ address, vatIdentifier = '' }: Party): boolean {
  return address === undefined ? vatIdentifier.startsWith('RO') : address.country === 'RO'
}

/** Calendar days from one date to another; 0 for an invalid date, which other rules report. */
function daysBetweenDates(from: string, to: string): number {
  if (!isDate(from) || !isDate(to)) return 0
  return daysBetween(from, to)
}

/** A day of the calendar as `YYYY-MM-DD`. */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined) return false
  const last = Number(month) === 2 && isLeap(Number(year)) ? 29 : (DAYS[Number(month) - 1] ?? 0)
  return Number(day) >= 1 && Number(day) <= last
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}
