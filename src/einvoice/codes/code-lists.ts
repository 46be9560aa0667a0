import type { CodeList } from './code-list.js'
import { ALLOWANCE_REASONS, CHARGE_REASONS } from './allowance-reasons.js'
import { COUNTRIES } from './countries.js'
import { CURRENCIES } from './currencies.js'
import { CREDIT_NOTE_TYPES, INVOICE_TYPES } from './document-types.js'
import { ELECTRONIC_ADDRESS_SCHEMES, ISO_6523, REFERENCE_QUALIFIERS } from './identifier-schemes.js'
import { ITEM_CLASSIFICATIONS } from './item-classifications.js'
import { MIME_TYPES } from './mime-types.js'
import { NOTE_SUBJECTS } from './notes.js'
import { PAYMENT_MEANS } from './payment-means.js'
import { TAX_POINT_DATES } from './tax-point-dates.js'
import { UNITS } from './units.js'
import { EXEMPTION_REASONS, VAT_CATEGORIES } from './vat.js'

/** The code lists that rules use. A government with an older edition has its own. */
export interface CodeLists {
  readonly currencies: CodeList
  readonly countries: CodeList
  readonly units: CodeList
  readonly invoiceTypes: CodeList
  readonly creditNoteTypes: CodeList
  readonly vatCategories: CodeList
  readonly exemptionReasons: CodeList
  readonly paymentMeans: CodeList
  readonly mimeTypes: CodeList
  readonly iso6523: CodeList
  readonly electronicAddressSchemes: CodeList
  readonly referenceQualifiers: CodeList
  readonly itemClassifications: CodeList
  readonly noteSubjects: CodeList
  readonly allowanceReasons: CodeList
  readonly chargeReasons: CodeList
  readonly taxPointDates: CodeList
}

/** The lists of the current edition of EN 16931. */
export const CURRENT_CODE_LISTS: CodeLists = {
  currencies: CURRENCIES,
  countries: COUNTRIES,
  units: UNITS,
  invoiceTypes: INVOICE_TYPES,
  creditNoteTypes: CREDIT_NOTE_TYPES,
  vatCategories: VAT_CATEGORIES,
  exemptionReasons: EXEMPTION_REASONS,
  paymentMeans: PAYMENT_MEANS,
  mimeTypes: MIME_TYPES,
  iso6523: ISO_6523,
  electronicAddressSchemes: ELECTRONIC_ADDRESS_SCHEMES,
  referenceQualifiers: REFERENCE_QUALIFIERS,
  itemClassifications: ITEM_CLASSIFICATIONS,
  noteSubjects: NOTE_SUBJECTS,
  allowanceReasons: ALLOWANCE_REASONS,
  chargeReasons: CHARGE_REASONS,
  taxPointDates: TAX_POINT_DATES,
}
