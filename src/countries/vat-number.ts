import type { VatNumberFormat } from './country.js'

/** What a country's VAT numbers look like. `description` is for messages, with an example. */
interface VatNumberRules {
  /** Two letters that every number begins with. */
  readonly prefix: string
  /** What follows the prefix, upper case, without separators. */
  readonly digits: RegExp
  readonly description: string
  /**
   * Whether the check digits are right; of what follows the prefix, which already has the format.
   * Absent where the country defines none.
   */
  readonly hasValidCheckDigit?: (digits: string) => boolean
}

/** A country's VAT numbers from their format: one way of cleaning for all. */
export function vatNumberFormat({ prefix, digits, description, hasValidCheckDigit }: VatNumberRules): VatNumberFormat {
  return {
    description,
    normalise(vatNumber, { checkDigit }) {
      const cleaned = vatNumber.toUpperCase().replaceAll(/[\s.\-‐-―]/g, '')
      // A number without prefix may itself begin with these letters nowhere but in France, where
      // FR is a legal key of a French number: the prefix is taken off only if what remains has the
      // format.
      const bare = [cleaned.slice(prefix.length), cleaned].find(
        (rest, index) => (index === 1 || cleaned.startsWith(prefix)) && digits.test(rest),
      )
      if (bare === undefined) return null
      if (checkDigit && hasValidCheckDigit !== undefined && !hasValidCheckDigit(bare)) return null
      return prefix + bare
    },
  }
}
