import { type CountryCode, type DocumentFormat, type Syntax, SYNTAXES } from '../../domain/request/invoice-request.js'
import { type DocumentRules, type DocumentRuleSet, documentRuleSet } from '../../einvoice/rules/judge-document.js'

/** By which rules documents are judged: those of a country, or plain EN 16931. */
export interface DocumentProfile {
  /** For example `be-sb`. */
  readonly name: string
  /** The country whose it is; null: of all that apply EN 16931. */
  readonly country: CountryCode | null
  /** Whether a document claims the profile by its customisation id (BT-24). */
  readonly claims: (specification: string) => boolean
  /**
   * Whether invoices inside the country are judged by it although they claim no profile: France's
   * has no customisation id of its own.
   */
  readonly isUnnamed: boolean
  /**
   * The rules for a document of that customisation id; undefined: the profile knows no documents
   * in that syntax.
   */
  readonly rules: (syntax: DocumentFormat, specification: string) => DocumentRuleSet | undefined
}

/** What a profile is made of. */
interface Making extends Pick<DocumentProfile, 'name' | 'country'> {
  readonly claimed: RegExp
  readonly isUnnamed?: boolean
  /**
   * What in a customisation id tells sets of rules apart. A set depends on the marks alone,
   * whatever else the id says.
   */
  readonly marks?: readonly string[]
  readonly rules: (syntax: Syntax, marks: readonly string[]) => DocumentRules | undefined
}

/** Rule sets are made when a document first asks: one for each syntax and each choice of marks. */
export function documentProfile({
  name,
  country,
  claimed,
  isUnnamed = false,
  marks = [],
  rules: rulesOf,
}: Making): DocumentProfile {
  const sets = new Map<string, DocumentRuleSet | undefined>()
  return {
    name,
    country,
    isUnnamed,
    claims: (specification) => claimed.test(specification),
    rules(syntax, specification) {
      if (!isSyntax(syntax)) return undefined
      const found = marks.filter((mark) => specification.includes(mark))
      const key = [syntax, ...found].join(' ')
      if (!sets.has(key)) {
        const rules = rulesOf(syntax, found)
        sets.set(key, rules && documentRuleSet(rules))
      }
      return sets.get(key)
    },
  }
}

function isSyntax(format: DocumentFormat): format is Syntax {
  return (SYNTAXES as readonly string[]).includes(format)
}

/** A national format, whose documents say by their root element that they are of it. */
interface NationalMaking {
  readonly name: string
  readonly country: CountryCode
  readonly format: Exclude<DocumentFormat, Syntax>
  /** What a document says of its edition, see `DetectedDocument.specification`. */
  readonly claimed: RegExp
  readonly rules: () => DocumentRules
}

/** Of a format that one country alone has. Its rules are made when a document first asks. */
export function nationalProfile({ name, country, format, claimed, rules }: NationalMaking): DocumentProfile {
  let set: DocumentRuleSet | undefined
  return {
    name,
    country,
    isUnnamed: false,
    claims: (specification) => claimed.test(specification),
    rules: (syntax) => (syntax === format ? (set ??= documentRuleSet(rules())) : undefined),
  }
}
