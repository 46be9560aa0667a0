import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentProfileName } from '../src/countries/document-profiles.js'
import type { Case } from './official-documents.js'
import { SHARED } from './shared.js'

/** Where our verdict and that of the official artefacts cannot be the same, with a document that shows it. */
export interface Difference {
  /** What the artefacts do. */
  readonly official: string
  /** What we do instead, and why. */
  readonly ours: string
  readonly example: {
    readonly profile: DocumentProfileName
    /** One of the valid official examples of the profile. */
    readonly file: string
    /** What is done to it. */
    readonly change: (xml: string) => string
    /** The rule that we name. */
    readonly rule: string
  }
}

/** A test holds each against the official judge: it fails where one is no difference any more. */
export const DIFFERENCES: readonly Difference[] = [
  {
    official:
      'An expression that takes one value is given several, for example `normalize-space()` two names of the seller: the transformation stops, and what the rules behind it would say is never known.',
    ours: 'The rule that cannot be judged is a fatal finding that names the repeated element, and all other rules are judged: no government accepts a document on which its own rules fail.',
    example: {
      ...{ profile: 'be', file: 'base-example.xml', rule: 'BR-06' },
      change: (xml) => xml.replace(/<cac:PartyLegalEntity>[^]*?<\/cac:PartyLegalEntity>/, '$&$&'),
    },
  },
  {
    official:
      'A text is converted to a number or a date of whose form it is not, for example the serial number `1.5` in the number of a Greek invoice to a whole one: the transformation stops as well.',
    ours: 'The rule is a fatal finding that says what the text is not, and all other rules are judged.',
    example: {
      ...{ profile: 'be', file: 'base-example.xml', rule: 'GR-R-001-4' },
      change: (xml) =>
        xml
          .replace(/<cbc:ID>[^<]*/, '<cbc:ID>094259216|13/11/2017|1.5|1.1|A|B')
          .replace(/(<cac:PartyTaxScheme>\s*<cbc:CompanyID>)[^<]*/, '$1EL094259216'),
    },
  },
]

/** The document that shows a difference. */
export function exampleOf({ example: { profile, file, change, rule } }: Difference): Case {
  const xml = readFileSync(join(SHARED, 'artefacts', 'examples', profile, 'valid', file), 'utf8')
  return { profile, name: `${file}, changed for ${rule}`, xml: change(xml) }
}
