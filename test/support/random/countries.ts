import type fc from 'fast-check'
import { FRENCH } from '../../countries/fr/arbitrary-invoice.js'
import { FRENCH_MUTATIONS } from '../../countries/fr/mutations.js'
import { BELGIAN, GERMAN } from '../../countries/peppol/arbitrary-invoice.js'
import { PEPPOL_MUTATIONS } from '../../countries/peppol/mutations.js'
import { ROMANIAN } from '../../countries/ro/arbitrary-invoice.js'
import { ROMANIAN_MUTATIONS } from '../../countries/ro/mutations.js'
import { type LawfulCountry, lawfulInvoice, type RandomInvoice } from './invoice.js'
import { mutatedBy, type Mutation } from './mutations.js'
import { withPaymentPlans } from './payment-plan.js'
import { withRightSign } from './right-sign.js'

/** The countries that convert invoices, with lawful invoices and callers' mistakes. */
export const RANDOM_COUNTRIES = {
  RO: [ROMANIAN, ROMANIAN_MUTATIONS, 'ro'],
  BE: [BELGIAN, PEPPOL_MUTATIONS, 'be'],
  DE: [GERMAN, PEPPOL_MUTATIONS, 'de'],
  FR: [FRENCH, FRENCH_MUTATIONS, 'fr-next'],
} as const satisfies Readonly<Record<string, readonly [LawfulCountry, readonly Mutation[], string]>>

/** A country that random invoices are made for. */
export type RandomCountry = keyof typeof RANDOM_COUNTRIES

/** Invoices of a country that obey every rule. */
export function lawful(country: RandomCountry, maxLines: number): fc.Arbitrary<RandomInvoice> {
  return withPaymentPlans(withRightSign(lawfulInvoice(RANDOM_COUNTRIES[country][0], maxLines)))
}

/** Lawful invoices with the terms of the country's extension; undefined: it has none. */
export function extended(country: RandomCountry, maxLines: number): fc.Arbitrary<RandomInvoice> | undefined {
  const of: LawfulCountry = RANDOM_COUNTRIES[country][0]
  const { extended: withParts } = of
  return (
    withParts &&
    withRightSign(
      lawfulInvoice(of, maxLines).chain(({ invoice, attachments }) =>
        withParts(invoice).map((whole) => ({ invoice: whole, attachments })),
      ),
    )
  )
}

/** Invoices of a country with one to four mutations. */
export function faulty(country: RandomCountry, maxLines: number): fc.Arbitrary<RandomInvoice> {
  return mutatedBy(RANDOM_COUNTRIES[country][1], lawful(country, maxLines))
}
