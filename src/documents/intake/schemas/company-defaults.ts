import { type Static, Type } from '@sinclair/typebox'
import { supportedCountry } from './address.js'
import { strictObject, text } from './fields.js'
import { paymentMeans } from './invoice-input.js'
import { term } from './optional-term.js'
import * as en from './terms.js'

const {
  code,
  text: words,
  bankAccount,
  accountName,
  bic,
  furtherAccounts,
  card,
  directDebit,
  paymentTerms,
} = paymentMeans.properties

const FIELDS = {
  notes: term(
    'notes',
    Type.Array(en.note, {
      maxItems: 10,
      description: 'Notes, each where an invoice has none of its subject: PMT, PMD, AAB …',
    }),
  ),
  paymentMeans: Type.Optional(
    strictObject(
      { code, text: words, bankAccount, accountName, bic, furtherAccounts, card, directDebit, paymentTerms },
      {
        title: 'DefaultPaymentMeans',
        description:
          'How to pay, where an invoice says nothing about it; `paymentTerms` where it has neither terms nor a due date',
      },
    ),
  ),
  taxRegime: term('supplier.taxRegime', text(4, { description: 'RegimeFiscale of the supplier', examples: ['RF19'] })),
  legalInformation: term(
    'supplier.legalInformation',
    text(1_000, {
      description: 'Legal form, capital and the like of the supplier',
      examples: ['SRL, share capital RON 10,000'],
    }),
  ),
}

/** The body of `PUT /v1/companies/{id}/defaults`. */
export const CompanyDefaultsBody = strictObject(FIELDS, {
  title: 'CompanyDefaults',
  description: 'What the invoices of the company contain where they do not say it themselves',
})

/** The body of `PUT /v1/companies/{id}/defaults`. */
export type CompanyDefaultsBody = Static<typeof CompanyDefaultsBody>

/** The same with the country of the company, which decides what its format has a place for. */
export const DefaultsInCountry = strictObject(
  { country: supportedCountry('That of the company'), ...FIELDS },
  { title: 'DefaultsInCountry', 'x-countryOf': 'country' },
)
