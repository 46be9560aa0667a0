/** The languages in which an invoice can be shown to people, by ISO 639-1 code. */
export const LANGUAGES = ['en', 'ro', 'it', 'fr', 'nl', 'de', 'pl'] as const
/** One of `LANGUAGES`. */
export type Language = (typeof LANGUAGES)[number]
