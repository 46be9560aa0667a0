import type { DocumentReference } from './document-reference.js'

/** What makes the pages of a company's invoices its own. At least one of both is present. */
export interface Letterhead {
  /** The cleaned image: PNG (`image/png`) or SVG (`image/svg+xml`). */
  readonly logo?: DocumentReference
  /** Colour of titles, headings and rules: `#rrggbb`, lower case, readable on white. */
  readonly accentColor?: string
}
