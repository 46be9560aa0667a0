import { isXsInteger } from '../bindings/xs-types.js'

/**
 * Formats and check digits of the identifiers that Peppol BIS Billing 3.0 verifies (functions
 * `u:…` of PEPPOL-EN16931-UBL.sch). Each expects the identifier without surrounding white space.
 */

/**
 * GS1 GLN (ICD 0088): weights 3 and 1 from the right. The official rule requires only digits, not
 * thirteen of them.
 */
export function isGln(id: string): boolean {
  if (!/^[0-9]+$/.test(id)) return false
  const sum = weighted(id.slice(0, -1), (fromRight) => (fromRight % 2 === 0 ? 3 : 1))
  return (10 - (sum % 10)) % 10 === Number(id.at(-1))
}

/** Norwegian organisation number (ICD 0192): modulus 11 with weights 2 to 7 from the right. */
export function isNorwegian(id: string): boolean {
  if (!/^[0-9]{9}$/.test(id) || Number(id) === 0) return false
  const sum = weighted(id.slice(0, -1), (fromRight) => (fromRight % 6) + 2)
  return (11 - (sum % 11)) % 11 === Number(id.at(-1))
}

/**
 * Belgian enterprise number (ICD 0208): the last two digits are 97 less the remainder of the first
 * eight by 97.
 */
export function isBelgianEnterprise(id: string): boolean {
  return /^[0-9]{10}$/.test(id) && 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8))
}

/** Danish CVR number (ICD 0184): eight digits, with or without DK. It has no check digit. */
export function isDanishCvr(id: string): boolean {
  return /^(?:DK)?[0-9]{8}$/.test(id)
}

/** Swedish organisation number (ICD 0007): ten digits of which the last is by Luhn. */
export function isSwedish(id: string): boolean {
  return /^[0-9]{10}$/.test(id) && hasSwedishCheckDigit(id)
}

/**
 * Luhn over the first nine digits, with the tenth as check digit; the rest is ignored
 * (`u:checkSEOrgnr`).
 */
export function hasSwedishCheckDigit(id: string): boolean {
  if (!/^[0-9]+$/.test(id)) return false
  let sum = 0
  for (const [fromRight, digit] of [...id.slice(0, 9)].reverse().entries()) {
    const doubled = Number(digit) * 2
    sum += fromRight % 2 === 0 ? (doubled % 10) + Math.floor(doubled / 10) : Number(digit)
  }
  return id.length >= 10 && (10 - (sum % 10)) % 10 === Number(id[9])
}

/** Australian Business Number (ICD 0151): eleven digits, modulus 89 with one off the first. */
export function isAustralian(id: string): boolean {
  if (!/^[0-9]{11}$/.test(id)) return false
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
  const sum = [...id].reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), -10)
  return sum % 89 === 0
}

/** Italian IPA code (ICD 0201). */
export function isItalianIpa(id: string): boolean {
  return /^[A-Za-z0-9]{6}$/.test(id)
}

/**
 * Italian tax code (ICD 0210): sixteen characters of a person, eleven digits of a company. Like
 * the official rule for a number, it accepts a sign and surrounding white space.
 */
export function isItalianTaxCode(id: string): boolean {
  const characters = [...id]
  if (characters.length === 11) return isXsInteger(id)
  const part = (from: number, length: number): string => characters.slice(from - 1, from - 1 + length).join('')
  return (
    characters.length === 16 &&
    /^[A-Za-z]{6}$/.test(part(1, 6)) &&
    isXsInteger(part(7, 2)) &&
    /^[A-Za-z]$/.test(part(9, 1)) &&
    isXsInteger(part(10, 2)) &&
    isXsInteger(part(15, 1)) &&
    /^[A-Za-z]$/.test(part(16, 1))
  )
}

/**
 * Italian VAT number (ICD 0211): IT and eleven digits by Luhn. A number that does not begin with
 * IT is not judged.
 */
export function isItalianVatNumber(id: string): boolean {
  if (!/^(?:IT|it)/.test(id)) return true
  const digits = id.slice(2)
  if (!/^[0-9]{11}$/.test(digits)) return false
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit)
    return total + (index % 2 === 0 ? value : Math.floor(value / 5) + ((value * 2) % 10))
  }, 0)
  return sum % 10 === 0
}

/**
 * Greek tax number (AFM): nine digits, of which the last is the sum of powers of two times the
 * others, by 11 and 10.
 */
export function isGreekTaxNumber(id: string): boolean {
  const sum = [...id].slice(0, 8).reduce((total, digit, index) => total + Number(digit) * 2 ** (8 - index), 0)
  return /^[0-9]{9}/.test(id) && (sum % 11) % 10 === Number(id[8])
}

/**
 * International Bank Account Number, ISO 13616, as the German rules test it: white space is
 * removed and the country converted to capitals; other letters are unchanged, so lower case fails.
 */
export function isIban(account: string): boolean {
  const id = account.replace(/[ \t\r\n]/g, '')
  if (!/^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{0,30}$/.test(id)) return false
  let remainder = 0
  for (const character of id.slice(4) + id.slice(0, 4)) {
    const code = character.charCodeAt(0)
    const value = code > 64 ? code - 55 : code - 48
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}

function weighted(digits: string, weightOf: (fromRight: number) => number): number {
  return [...digits].reverse().reduce((sum, digit, fromRight) => sum + Number(digit) * weightOf(fromRight), 0)
}
