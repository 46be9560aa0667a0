/**
 * Terms of the model that a page shows in other words, or never, with the reason. All others stand
 * on it as they are.
 */
export const NEVER_SHOWN: Readonly<Record<string, string>> = {
  kind: 'the title',
  typeCode: 'the title',
  country: 'the name of the country',
  originCountry: 'the name of the country',
  unitCode: 'the name of the unit',
  baseQuantityUnit: 'the name of the unit',
  meansCode: 'the name of the means',
  taxCurrency: 'stands at its amount',
  businessProcess: 'BT-23, a code for programs',
  specification: 'BT-24, a code for programs',
  subjectCode: 'BT-21, the text of the note says it',
  exemptionReasonCode: 'BT-121, the reason in words',
  reasonCode: 'BT-98, BT-105, BT-140, BT-145: the reason in words',
  roleCode: 'EXT-FR-FE-…, the heading of the party says it',
  subtype: 'EXT-FR-FE-163, the number of the line says it',
  vatCategory: 'the name of the category in the breakdown',
  category: 'the name of the category',
}

/** Of a credit note, too: nothing is paid to an account. */
export const NEVER_SHOWN_OF_CREDIT: Readonly<Record<string, string>> = {
  transfers: 'BG-17, the account of the seller',
  card: 'BG-18',
  directDebit: 'BG-19',
}

/**
 * Fields of the request whose text a page does not show as it is, by their last name or by the
 * group that they are in, with the reason. All other texts stand on it.
 */
export const FIELDS_NEVER_SHOWN: Readonly<Record<string, string>> = {
  externalId: 'the key of the caller',
  invoiceType: 'the title',
  typeCode: 'the title',
  documentType: 'the title, or its words',
  format: 'how the document is written',
  profile: 'how the document is written',
  offline: 'the mode in words, once it was issued',
  businessProcess: 'BT-23, a code for programs',
  subjectCode: 'BT-21, the text of the note says it',
  exemptionReasonCode: 'BT-121, the reason in words',
  reasonCode: 'the reason in words',
  vatCategory: 'the name of the category',
  vatCollection: 'in words',
  unitCode: 'the name of the unit',
  priceBaseQuantityUnit: 'the name of the unit',
  scheme: 'the name of the scheme',
  code: 'the name of the means of payment',
  subtype: 'the number of the line says it',
  role: 'in words',
  roleCode: 'the heading of the party',
  kind: 'the label of the document',
  method: 'how the correction is written',
  mode: 'in words',
  cargo: 'in words',
  type: 'the form of a column, or a code beside its words',
  stateOrProvince: 'in the form of the country',
  city: 'the sector of Bucharest, in the form of the country',
  sha256: 'of a file, which the page names',
  mimeType: 'of a file, which the page names',
}

/** What a page of a credit note has no more: nothing is paid to an account. */
export const ACCOUNT_FIELDS = new Set(['bankAccount', 'bic', 'accountName', 'furtherAccounts', 'card', 'directDebit'])
