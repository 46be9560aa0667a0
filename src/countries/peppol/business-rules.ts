import type { Party } from '../../einvoice/model/parties.js'
import { isIban } from '../../einvoice/rules/peppol/check-digits.js'
import { withSubLines } from '../../einvoice/request/lines.js'
import type { Rule } from '../../einvoice/rules/rule.js'
import { creditNoteRule } from '../credit-note.js'
import { paymentTermsRule } from '../payment-terms.js'
import { hasDerivedReference } from './model.js'

/** The differences between countries whose rules are the same. */
interface BusinessFacts {
  /** ISO 3166-1 alpha-2; the rules' ids are `CW-<country>-…`. */
  readonly country: string
  readonly name: string
  /** A VAT number of the country, and its form. */
  readonly vatNumber: RegExp
  readonly vatFormat: string
  /** VAT rates in force, percent. */
  readonly rates: readonly string[]
  /** The law that requires a credit note to refer to the original. */
  readonly creditNoteLaw: string
}

/**
 * The service's own rules beyond the official artefacts. Warnings report what is allowed but
 * unusual.
 */
export function businessRules(facts: BusinessFacts): readonly Rule[] {
  const { country, name, vatFormat, rates } = facts
  return [
    creditNoteRule(`CW-${country}-CREDIT-NOTE`, facts.creditNoteLaw),
    paymentTermsRule(
      `CW-${country}-PAYMENT-TERMS`,
      'The invoice has neither a due date nor payment terms, so the buyer cannot know when to pay',
    ),
    {
      id: `CW-${country}-SUPPLIER-VAT`,
      terms: ['BT-31'],
      message: `The VAT number {} of a seller in ${name} does not have the format of ${name}`,
      fix: `Give the seller's VAT number (supplier.vatNumber) as ${vatFormat}`,
      check: ({ seller }, breach) => {
        if (isForeignNumber(seller, facts)) breach('BT-31', undefined, seller.vatIdentifier)
      },
    },
    {
      id: `CW-${country}-CUSTOMER-VAT`,
      terms: ['BT-48'],
      message: `The VAT number {} of a buyer in ${name} does not have the format of ${name}`,
      fix: `Give the buyer's VAT number (customer.vatNumber) as ${vatFormat}`,
      check: ({ buyer }, breach) => {
        if (isForeignNumber(buyer, facts)) breach('BT-48', undefined, buyer.vatIdentifier)
      },
    },
    {
      id: `CW-${country}-VAT-RATE`,
      severity: 'warning',
      terms: ['BT-152'],
      message: `${name} has no VAT rate of {} percent`,
      fix: `Give the VAT rate of the line (lines[].vatRate) as one of ${rates.join(', ')}, or as 0 with the category that applies, unless another country's VAT is due`,
      check: ({ lines }, breach) => {
        for (const line of withSubLines(lines)) {
          const { vatRate } = line
          if (vatRate !== undefined && !vatRate.isZero() && !rates.includes(vatRate.toString()))
            breach('BT-152', line, vatRate.toString())
        }
      },
    },
    {
      id: `CW-${country}-VAT-CURRENCY`,
      severity: 'warning',
      terms: ['BT-6', 'BT-111'],
      message: 'The VAT of an invoice in {} is not stated in EUR as well (Directive 2006/112/EC, article 230)',
      fix: 'Give the exchange rate (exchangeRate): the euro for one unit of the invoice currency, for example 0.9214',
      check: ({ currency, totals }, breach) => {
        const isStated = currency === 'EUR' || totals.vat === undefined || totals.vat.isZero()
        if (!isStated && totals.vatInTaxCurrency === undefined) breach('BT-6', undefined, currency)
      },
    },
    {
      id: `CW-${country}-IBAN`,
      severity: 'warning',
      terms: ['BT-84'],
      message: 'The account {} is not an IBAN',
      fix: 'Give the account to pay to (paymentMeans.bankAccount) as its IBAN, for example DE89370400440532013000; the third and fourth characters are check digits',
      check: ({ payment }, breach) => {
        payment?.transfers.forEach(({ account }, index) => {
          if (account !== undefined && !isIban(account)) breach('BT-84', index, account)
        })
      },
    },
    {
      id: `CW-${country}-BUYER-REFERENCE`,
      severity: 'warning',
      terms: ['BT-10', 'BT-13'],
      message: 'Neither a buyer reference nor an order number is given, so the invoice refers to the buyer by name: {}',
      fix: "Give the buyer's reference (buyerReference) or the order number (orderReference) that the buyer named",
      check: (invoice, breach) => {
        if (hasDerivedReference(invoice)) breach('BT-10', undefined, invoice.buyerReference)
      },
    },
  ]
}

/**
 * Whether a party is in the country, by its address or else its VAT number, but its VAT number is
 * not. Spaces, dots and dashes don't matter. A register number is no VAT number.
 */
function isForeignNumber({ address, vatIdentifier = '' }: Party, { country, vatNumber }: BusinessFacts): boolean {
  const isThere = address === undefined ? vatIdentifier.startsWith(country) : address.country === country
  return isThere && vatIdentifier !== '' && !vatNumber.test(vatIdentifier.replaceAll(/[\s.-]/g, ''))
}
