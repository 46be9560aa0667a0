import type { VatNumberFormat } from './country.js'

/** The format of a country's VAT numbers. `description` is for messages, with an example. */
interface VatNumberRules {
  /** The first two letters of every number. */
  readonly prefix: string
  /** The part after the prefix, upper case, without separators. */
  readonly digits: RegExp
  readonly description: string
  /**
   * Whether the check digits are right, for the part after the prefix, which already has the
   * format. Absent if the country defines none.
   */
  readonly hasValidCheckDigit?: (digits: string) => boolean
}

/** A country's VAT numbers from their format: the same normalisation for all. */
export function vatNumberFormat({ prefix, digits, description, hasValidCheckDigit }: VatNumberRules): VatNumberFormat {
  return {
    description,
    normalise(vatNumber, { checkDigit }) {
      const cleaned = vatNumber.toUpperCase().replaceAll(/[\s.\-‐-―]/g, '')
      // A number without prefix may begin with these letters only in France, where FR is a legal
      // key: the prefix is removed only if the rest has the format.
      const bare = [cleaned.slice(prefix.length), cleaned].find(
        (rest, index) => (index === 1 || cleaned.startsWith(prefix)) && digits.test(rest),
      )
      if (bare === undefined) return null
      if (checkDigit && hasValidCheckDigit !== undefined && !hasValidCheckDigit(bare)) return null
      return prefix + bare
    },
  }
}
