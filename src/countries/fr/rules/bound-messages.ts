import type { BoundRules } from '../../../einvoice/rules/bindings/binding.js'

/** What the rules are about that only documents have, by the beginning of their ids. */
const MESSAGES: readonly (readonly [beginning: string, message: string])[] = [
  [
    'BR-FR-01_EXT',
    'The number {} of an invoice that a line refers to is longer than 35 characters or has forbidden ones',
  ],
  [
    'BR-FR-02_EXT',
    'The number {} of an invoice that a line refers to has characters other than letters, digits and + - _ /',
  ],
  ['BR-FR-03_EXT', 'The date {} is no day of the years 2000 to 2099'],
  ['BR-FR-04_EXT', 'The type {} of an invoice that is referred to is not one that France admits'],
  ['BR-FR-09_EXT', "A party's SIRET has not 14 digits or belongs to another SIREN"],
  ['BR-FR-23_EXT', 'The French address {} of a party has characters other than letters, digits and + - _ .'],
  ['BR-FR-25_EXT', 'The electronic address {} of a party is longer than 125 characters'],
  ['BR-FR-27', 'An attribute of an item has neither name nor code'],
  ['BR-FR-29_BT-18', 'More than one invoiced object has the scheme AFL, or AVV'],
  ['BR-FR-CO-10_EXT', 'An identifier of a party has no scheme, or the scheme of another'],
  ['BR-FR-MV-01', 'A line of an invoice of several parts has no subtype (GROUP, DETAIL, INFORMATION)'],
  ['BR-FR-MV-02', 'An invoice of several sellers has no line that stands for a sub-invoice (GROUP without parent)'],
  ['BR-FR-MV-03_BT-128', 'A sub-invoice lacks its number (AFL) or its business process (AVV)'],
  ['BR-FR-MV-03', 'A sub-invoice lacks the name, identifier or country of its seller, or its VAT'],
  ['BR-FR-MV-05', 'The net amount of a sub-invoice is not the sum of its lines'],
  ['BR-FR-MV-06', 'A line does not name the seller of its sub-invoice'],
  ['BR-FR-MV-07', 'A line does not bear the number of its sub-invoice'],
  [
    'BR-FR-MV-08',
    "A line's reason of exemption does not begin with the number of its sub-invoice between number signs",
  ],
  ['BR-FR-MV-09', 'The VAT of a sub-invoice is not that of its entries in the VAT breakdown'],
  ['BR-FR-MV-10', 'The total with VAT of a sub-invoice is not its net amount plus VAT'],
  ['BR-FR-MV-11', 'One sub-invoice of the main seller, and only one, must bear the number of the invoice'],
  ['BR-FR-MV-12', 'Two sub-invoices have the same number'],
  ['BR-FR-MV-13', 'An invoice of several sellers cannot be self-billed'],
  ['BR-FR-MV-14', 'A sub-invoice that corrects does not name the invoice that it corrects with number and date'],
  ['BR-FR-BD-02', 'An invoice in both directions needs two sub-invoices, one of the seller and one of the buyer'],
  ['BR-FR-BD-13', 'An invoice in both directions must be self-billed'],
  ['BR-FR-MV-BD', 'An invoice in both directions must be self-billed'],
  ['BR-FR-BD-14', 'A sub-invoice that corrects does not name the invoice that it corrects with number and date'],
]

/** The messages of these rules; those of rules that the model has too are in `flow2Rules`. */
export function boundMessages(
  bound: readonly BoundRules[],
): readonly { readonly id: string; readonly message: string }[] {
  return bound
    .flatMap(({ tests }) => tests.map(([id]) => id))
    .flatMap((id) => {
      const message = MESSAGES.find(([beginning]) => id.startsWith(beginning))?.[1]
      return message === undefined ? [] : [{ id, message }]
    })
}
