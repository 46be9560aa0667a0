/**
 * A setting that a country asks of whoever operates the service: our registration at its
 * government, and where that is. The host reads it from the environment with its own settings.
 */
export type CountrySetting = GovernmentAddress | TextSetting

/** An http(s) address, read without a slash at its end. */
interface GovernmentAddress {
  readonly kind: 'address'
  /** What it does, as `.env.example` says it. */
  readonly description: string
  /** Where it is today; absent: it is the operator's own, and unset when nothing is said. */
  readonly default?: string
}

/** Any text; unset when nothing is said. */
interface TextSetting {
  readonly kind: 'text'
  /** What it does, as `.env.example` says it. */
  readonly description: string
  /** Completes the sentence "NAME is …, but must be …". */
  readonly mustBe: string
  /** A regular expression that the text has to match; absent: any text. */
  readonly pattern?: string
  /** The value is never repeated in a message. */
  readonly secret?: true
}

/** The values of the settings that countries declare, by their names in the environment. */
export type CountrySettings = Readonly<Record<string, string | undefined>>
