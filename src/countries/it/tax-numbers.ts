/**
 * Whether these eleven digits are a partita IVA: the Luhn formula over all of them (DM 23 December
 * 1976, art. 2).
 */
export function isPartitaIva(digits: string): boolean {
  let sum = 0
  for (const [index, character] of [...digits].entries()) {
    const digit = Number(character)
    // The even places are doubled and their digits added, as in the Luhn formula.
    sum += index % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)
  }
  return sum % 10 === 0
}

/**
 * Whether a text has the form of a person's codice fiscale (DM 23 December 1976, art. 4 to 8):
 * letters of the name, year, month and day of birth, place of birth, check letter. Letters may
 * replace digits if several persons would have the same.
 */
export function isCodiceFiscale(code: string): boolean {
  return /^[A-Z]{6}[0-9LMNP-V]{2}[ABCDEHLMPRST][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]$/.test(code)
}
