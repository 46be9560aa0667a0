/** Names of the terms by which sister rules differ, whose messages are one and the same. */
const NAMES: Readonly<Record<string, string | undefined>> = {
  'BT-29': "the seller's identifier",
  'BT-30': "the seller's legal registration",
  'BT-31': "the seller's VAT number",
  'BT-46': "the buyer's identifier",
  'BT-92': 'the amount of an allowance of the invoice',
  'BT-93': 'the base amount of an allowance of the invoice',
  'BT-95': 'the VAT category of an allowance of the invoice',
  'BT-96': 'the VAT rate of an allowance of the invoice',
  'BT-99': 'the amount of a charge of the invoice',
  'BT-100': 'the base amount of a charge of the invoice',
  'BT-102': 'the VAT category of a charge of the invoice',
  'BT-103': 'the VAT rate of a charge of the invoice',
  'BT-106': 'the sum of the line net amounts',
  'BT-107': 'the sum of the allowances',
  'BT-108': 'the sum of the charges',
  'BT-109': 'the total without VAT',
  'BT-110': 'the total of VAT',
  'BT-111': 'the total of VAT in the accounting currency',
  'BT-112': 'the total with VAT',
  'BT-113': 'the paid amount',
  'BT-114': 'the rounding amount',
  'BT-115': 'the amount due',
  'BT-116': 'the taxable amount of a VAT breakdown entry',
  'BT-117': 'the tax amount of a VAT breakdown entry',
  'BT-118': 'the VAT category of a VAT breakdown entry',
  'BT-119': 'the VAT rate of a VAT breakdown entry',
  'BT-131': 'the net amount of a line',
  'BT-136': 'the amount of a line allowance',
  'BT-137': 'the base amount of a line allowance',
  'BT-141': 'the amount of a line charge',
  'BT-142': 'the base amount of a line charge',
  'BT-151': 'the VAT category of a line',
  'BT-152': 'the VAT rate of a line',
}

/** What a term is called, for example `the VAT rate of a line`; undefined: it has no name here. */
export function nameOfTerm(term: string): string | undefined {
  return NAMES[term]
}
