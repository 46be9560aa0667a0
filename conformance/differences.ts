import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Case } from './official-documents.js'
import { SHARED } from './shared.js'

/** A place where our verdict can't equal the official one, with a document that shows it. */
export interface Difference {
  /** What the artefacts do. */
  readonly official: string
  /** What we do instead, and why. */
  readonly ours: string
  readonly example: {
    readonly profile: string
    /** One of the valid official examples of the profile. */
    readonly file: string
    /** The change to it. */
    readonly change: (xml: string) => string
    /** The rule of our finding. */
    readonly rule: string
  }
}

/** A test checks each against the official judge: it fails where a difference no longer exists. */
export const DIFFERENCES: readonly Difference[] = [
  {
    official:
      'An expression for one value receives several, for example `normalize-space()` receives two names of the seller: the transformation stops, and the results of the later rules are unknown.',
    ours: 'The rule that cannot be judged becomes a fatal finding that names the repeated element, and all other rules are judged: no government accepts a document on which its own rules fail.',
    example: {
      profile: 'be',
      file: 'base-example.xml',
      rule: 'BR-06',
      change: (xml) => xml.replace(/<cac:PartyLegalEntity>[^]*?<\/cac:PartyLegalEntity>/, '$&$&'),
    },
  },
  {
    official:
      'A text in the wrong form is converted to a number or a date, for example the serial number `1.5` in the number of a Greek invoice to a whole number: the transformation stops too.',
    ours: 'The rule becomes a fatal finding that names the expected form, and all other rules are judged.',
    example: {
      profile: 'be',
      file: 'base-example.xml',
      rule: 'GR-R-001-4',
      change: (xml) =>
        xml
          .replace(/<cbc:ID>[^<]*/, '<cbc:ID>094259216|13/11/2017|1.5|1.1|A|B')
          .replace(/(<cac:PartyTaxScheme>\s*<cbc:CompanyID>)[^<]*/, '$1EL094259216'),
    },
  },
]

/** A place where our verdict differs on purpose, with a document that shows it. */
interface Policy extends Pick<Difference, 'official' | 'ours'> {
  readonly example: Difference['example'] & {
    /** Whether we reject the document with that rule, or the artefacts do. */
    readonly refusedBy: 'us' | 'artefacts'
  }
}

const inExtension = (content: string) => (xml: string) =>
  xml.replace(
    /(<(?:\w+:)?Invoice [^>]*>)/,
    `$1<ext:UBLExtensions xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"><ext:UBLExtension><ext:ExtensionContent>${content}</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>`,
  )

/** A test checks each against the official judge too. */
export const POLICIES: readonly Policy[] = [
  {
    official: 'A document type declaration (`<!DOCTYPE …>`) is ignored.',
    ours: 'It is always rejected: no invoice needs one, and its entities can read files or exhaust the memory.',
    example: {
      profile: 'be',
      file: 'base-example.xml',
      rule: 'XML',
      refusedBy: 'us',
      change: (xml) => xml.replace(/<Invoice /, '<!DOCTYPE Invoice><Invoice '),
    },
  },
  {
    official:
      'Any encoding that the judge’s Java supports is read; where a byte order mark and the declaration disagree, the declaration counts.',
    ours: 'UTF-8, UTF-16, US-ASCII, ISO-8859-1, -2, -7, -9, -13 and -15, windows-1250, -1252 and -1254 are read, by their names in the IANA registry; other encodings are rejected, as is a byte order mark that contradicts the declaration.',
    example: {
      profile: 'be',
      file: 'base-example.xml',
      rule: 'XML',
      refusedBy: 'us',
      change: (xml) => xml.replace(/encoding="UTF-8"/i, 'encoding="ISO-8859-4"'),
    },
  },
  {
    official:
      'A document in XML 1.1 is read: it ends lines at other characters (`&#x85;`) and may refer to control characters (`&#1;`).',
    ours: 'It is always rejected: readers of invoices expect XML 1.0, and would read it differently.',
    example: {
      profile: 'be',
      file: 'base-example.xml',
      rule: 'XML',
      refusedBy: 'us',
      change: (xml) => xml.replace('version="1.0"', 'version="1.1"'),
    },
  },
  {
    official: '`xsi:type` may name the type that the element already has in the schema.',
    ours: 'The attribute is always rejected, with a finding `XSD`: no writer needs it.',
    example: {
      profile: 'be',
      file: 'base-example.xml',
      rule: 'XSD',
      refusedBy: 'us',
      change: (xml) =>
        xml.replace(/<cbc:ID>/, '<cbc:ID xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="cbc:IDType">'),
    },
  },
  {
    official: 'The content of a signature (`ds:Signature`) is checked against its schema.',
    ours: 'The content of a signature is not checked; around it, and in all other extensions, elements that the schemas of UBL declare are checked.',
    example: {
      profile: 'be',
      file: 'base-example.xml',
      rule: 'XSD',
      refusedBy: 'artefacts',
      change: inExtension('<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">x</ds:Signature>'),
    },
  },
]

/** The document that shows a difference. */
export function exampleOf({ example: { profile, file, change, rule } }: Pick<Difference, 'example'>): Case {
  const xml = readFileSync(join(SHARED, 'artefacts', 'examples', profile, 'valid', file), 'utf8')
  return { profile, name: `${file}, changed for ${rule}`, xml: change(xml) }
}
