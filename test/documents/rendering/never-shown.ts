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
