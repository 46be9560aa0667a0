/** Where FA(3) has the code of a line. */
export type ItemCodeElement = 'GTU' | 'GTIN' | 'PKWiU' | 'CN' | 'Indeks'

/**
 * By its form: `GTU_01` to `GTU_13`; a GTIN of 13 or 14 digits with its check digit; PKWiU such as
 * 62.01.11.0; the eight digits of the Combined Nomenclature; else a code of the seller's own.
 */
export function elementOfItemCode(code: string): ItemCodeElement {
  if (/^GTU_(?:0[1-9]|1[0-3])$/.test(code)) return 'GTU'
  if (/^\d{13,14}$/.test(code) && hasCheckDigit(code)) return 'GTIN'
  if (/^\d{2}\.\d{2}(?:\.\d{1,2}(?:\.\d)?)?$/.test(code)) return 'PKWiU'
  return /^\d{4} ?\d{2} ?\d{2}$/.test(code) ? 'CN' : 'Indeks'
}

/** GS1: from the right, every second digit counts three times; the sum is a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
