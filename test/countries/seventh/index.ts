import { fromRequest } from '../../../src/einvoice/request/from-request/invoice.js'
import { toRequest } from '../../../src/einvoice/request/to-request/invoice.js'
import { EN16931_UBL } from '../../../src/einvoice/rules/en16931.js'
import type { Profile } from '../../../src/einvoice/rules/profile.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import type { Country } from '../../../src/countries/country.js'
import { documentProfile } from '../../../src/countries/judging/document-profile.js'
import { modelledInvoicing } from '../../../src/countries/modelled-invoicing.js'
import { plainAddress } from '../../../src/countries/peppol/address.js'
import { rejectionCatalogue } from '../../../src/countries/rejections/catalogue.js'
import { elementsOf, quotedInvoice } from '../../../src/countries/simulation/quoted-invoice.js'
import { simulatorOf } from '../../../src/countries/simulation/simulated-government.js'
import type { OptionalTerm } from '../../../src/countries/terms.js'
import { vatNumberFormat } from '../../../src/countries/vat-number.js'

/** A country of the service declares its code; this one is none, so that it says it by force. */
const CODE = 'EE' as string as CountryCode

/** Beside what every format has a place for: terms of EN 16931, and a national one. */
const TERMS: readonly OptionalTerm[] = [
  'notes',
  'note.subjectCode',
  'references',
  'references.salesOrder',
  'paymentMeans.code',
  'paymentMeans.remittance',
  'allowances',
  'line.item',
  'line.priceBaseQuantity',
  'customer.nationalId',
]

const PROFILE: Profile = {
  specification: 'urn:cen.eu:en16931:2017#compliant#urn:example:ee',
  typeCodes: { invoice: '380', credit_note: '381', debit_note: '383' },
  accountingCurrency: 'EUR',
  defaultPaymentTerms: null,
  language: 'en',
  address: plainAddress,
}

const DOCUMENTS = documentProfile({
  name: 'ee',
  title: 'Estonia',
  country: CODE,
  claimed: /urn:example:ee/,
  rules: (syntax) => (syntax === 'ubl' ? EN16931_UBL : undefined),
})

const REJECTIONS = rejectionCatalogue({
  authority: 'The Estonian government',
  closings: { number: 'the number may be used again' },
  rejections: () => [],
})

/** What the simulated government gives an accepted invoice begins so. */
export const GOV_ID = 'EE-ACCEPTED-'

const SIMULATOR = simulatorOf({
  country: CODE,
  govEndpoint: () => 'https://government.example/invoices',
  uploadId: (ledgerId) => `EE-${ledgerId}`,
  ledgerId: (uploadId) => uploadId.replace(/^EE-/, ''),
  offeredCodes: [],
  rejectionText: () => null,
  quoted: ({ submission }) => quotedInvoice(submission, elementsOf(submission.invoice)),
  duplicateText: () => 'Duplicate',
  unknownUploadText: (uploadId) => `Unknown: ${uploadId}`,
  accepted: ({ uploadId }) => ({
    govId: GOV_ID + uploadId,
    govMessage: 'Accepted',
    receipt: { bytes: Buffer.from('<receipt/>'), mediaType: 'application/xml' },
  }),
  rejection: (_entry, _submission, text) => ({ bytes: Buffer.from(text), mediaType: 'text/plain' }),
})

const standard = modelledInvoicing({
  model: (invoice, attachments) => fromRequest(invoice, PROFILE, attachments),
  asRequest: (invoice) => toRequest(invoice, CODE, PROFILE),
  ubl: { format: 'UBL 2.1 Estonia', rules: { documents: DOCUMENTS, own: [] } },
  explain: (rawText, outcome) => REJECTIONS.explain(rawText, outcome),
  simulator: SIMULATOR,
})

/** Not a country of the service: UBL by the rules of EN 16931, to a simulated government. */
export const estonia: Country = {
  code: CODE,
  name: 'Estonia',
  language: 'en',
  timeZone: 'Europe/Tallinn',
  vat: vatNumberFormat({ prefix: 'EE', digits: /^\d{9}$/, description: 'EE followed by 9 digits' }),
  setup: { kind: 'oauth', client: () => null, clientSetting: 'EE_CLIENT_ID' },
  documents: [DOCUMENTS],
  invoicing: { ...standard, terms: new Set(TERMS) },
}
