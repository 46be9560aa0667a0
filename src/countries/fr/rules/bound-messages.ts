import type { BoundRules } from '../../../einvoice/rules/bindings/binding.js'

const DIRECTORY = "who receives the invoice, is not in the French directory under the company's SIREN"
const PAID = 'The business process is for what is already paid, but'

/** What rules are about that only documents have, or that a document breaks as a whole, by their ids. */
const MESSAGES: readonly (readonly [ids: RegExp, message: string])[] = [
  [/^BR-FR-01_EXT.*-2$/, 'The number {} of an invoice that a line refers to has forbidden characters'],
  [/^BR-FR-01_EXT/, 'The number {} of an invoice that a line refers to is longer than 35 characters'],
  [
    /^BR-FR-02_EXT/,
    'The number {} of an invoice that a line refers to has characters other than letters, digits and + - _ /',
  ],
  [/^BR-FR-03_EXT/, 'The date {} is no day of the years 2000 to 2099'],
  [/^BR-FR-04_EXT/, 'The type {} of an invoice that is referred to is not one that France admits'],
  [/^BR-FR-08_BT-23/, 'The business process is not one of the French reform'],
  [/^BR-FR-09/, "A party's SIRET has not 14 digits or belongs to another SIREN"],
  [/^BR-FR-10/, "The seller's SIREN is missing or has not nine digits"],
  [
    /^BR-FR-11/,
    "The buyer's SIREN is missing or has not nine digits, but the invoice is one between companies in France",
  ],
  [/^BR-FR-15.*(?:-2|_LM)$|^BR-FR-08_BT-151/, 'The VAT category is one of Spain alone'],
  [/^BR-FR-15/, 'The VAT category is not one that France has'],
  [/^BR-FR-16/, 'France does not have the VAT rate'],
  [/^BR-FR-20/, 'The note with the subject code BAR names a treatment that platforms do not know'],
  [/^BR-FR-21/, `The electronic address of the buyer, ${DIRECTORY}`],
  [/^BR-FR-22/, `The electronic address of the seller, ${DIRECTORY}`],
  [/^BR-FR-23_EXT/, 'The French address {} of a party has characters other than letters, digits and + - _ .'],
  [/^BR-FR-25_EXT/, 'The electronic address {} of a party is longer than 125 characters'],
  [/^BR-FR-27/, 'An attribute of an item has neither name nor code'],
  [/^BR-FR-29_BT-18$|^BR-FR-30_BT-128$/, 'More than one invoiced object has the scheme AFL, or AVV'],
  [/^BR-FR-30_A/, 'An invoiced object of a line (AFL, AVV) is empty'],
  [/^BR-FR-CO-04/, 'A corrected invoice does not refer to exactly one preceding invoice'],
  [/^BR-FR-CO-07/, 'The due date lies before the issue date'],
  [
    /^BR-FR-CO-08/,
    'The business process, a final invoice after a down payment, does not go with an invoice for a down payment',
  ],
  [/^BR-FR-CO-09_BT-23-1/, `${PAID} the amount paid is not the total with VAT`],
  [/^BR-FR-CO-09_BT-23-2/, `${PAID} an amount is still due`],
  [/^BR-FR-CO-09_BT-23-3/, `${PAID} the day of payment is missing`],
  [/^BR-FR-CO-10.*-1$/, 'An identifier of a party has no scheme'],
  [/^BR-FR-CO-10/, 'Two identifiers of a party have the same scheme'],
  [/^BR-FR-CO-12/, 'The invoice is in another currency, but does not show its VAT in euro'],
  [/^BR-FR-DEC-02_BT-149/, 'The quantity that the price is for is not a number of at most four decimals and 19 digits'],
  [
    /^BR-FR-DEC-03_BT-14[67]/,
    'A price, or the discount on it, is not a number of at most six decimals and 19 digits, or is negative',
  ],
  [/^BR-FR-MV-01/, 'A line of an invoice of several parts has no subtype (GROUP, DETAIL, INFORMATION)'],
  [/^BR-FR-MV-02/, 'An invoice of several sellers has no line that stands for a sub-invoice (GROUP without parent)'],
  [/^BR-FR-MV-03_BT-128/, 'A sub-invoice lacks its number (AFL) or its business process (AVV)'],
  [/^BR-FR-MV-03/, 'A sub-invoice lacks the name, identifier or country of its seller, or its VAT'],
  [/^BR-FR-MV-05/, 'The net amount of a sub-invoice is not the sum of its lines'],
  [/^BR-FR-MV-06/, 'A line does not name the seller of its sub-invoice'],
  [/^BR-FR-MV-07/, 'A line does not bear the number of its sub-invoice'],
  [
    /^BR-FR-MV-08/,
    "A line's reason of exemption does not begin with the number of its sub-invoice between number signs",
  ],
  [/^BR-FR-MV-09/, 'The VAT of a sub-invoice is not that of its entries in the VAT breakdown'],
  [/^BR-FR-MV-10/, 'The total with VAT of a sub-invoice is not its net amount plus VAT'],
  [/^BR-FR-MV-11/, 'One sub-invoice of the main seller, and only one, must bear the number of the invoice'],
  [/^BR-FR-MV-12/, 'Two sub-invoices have the same number'],
  [/^BR-FR-MV-13/, 'An invoice of several sellers cannot be self-billed'],
  [
    /^BR-FR-(?:MV|BD)-14/,
    'A sub-invoice that corrects does not name the invoice that it corrects with number and date',
  ],
  [/^BR-FR-BD-02/, 'An invoice in both directions needs two sub-invoices, one of the seller and one of the buyer'],
  [/^BR-FR-(?:BD-13|MV-BD)/, 'An invoice in both directions must be self-billed'],
]

/** The messages of these rules; those of all others are in `flow2Rules`. */
export function boundMessages(
  bound: readonly BoundRules[],
): readonly { readonly id: string; readonly message: string }[] {
  return bound
    .flatMap(({ tests }) => tests.map(([id]) => id))
    .flatMap((id) => {
      const message = MESSAGES.find(([ids]) => ids.test(id))?.[1]
      return message === undefined ? [] : [{ id, message }]
    })
}
