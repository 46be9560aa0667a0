/**
 * A setting of a country for the operator of the service: our registration at its government, and
 * the government's addresses. The host reads it from the environment with its own settings.
 */
export type CountrySetting = GovernmentAddress | TextSetting

/** An http(s) address, read without a slash at its end. */
interface GovernmentAddress {
  readonly kind: 'address'
  /** Its effect, in the words of `.env.example`. */
  readonly description: string
  /** The default; absent: the operator's own, and unset by default. */
  readonly default?: string
}

/** Any text; unset by default. */
interface TextSetting {
  readonly kind: 'text'
  /** Its effect, in the words of `.env.example`. */
  readonly description: string
  /** Completes the sentence "NAME is …, but must be …". */
  readonly mustBe: string
  /** A regular expression that the text has to match; absent: any text. */
  readonly pattern?: string
  /** The value never appears in a message. */
  readonly secret?: true
}

/** The values of the settings that countries declare, by their names in the environment. */
export type CountrySettings = Readonly<Record<string, string | undefined>>
