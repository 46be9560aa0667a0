import { type CountryCode, type DocumentFormat, isSyntax, type Syntax } from '../../domain/request/invoice-request.js'
import { type DocumentRules, type DocumentRuleSet, documentRuleSet } from '../../einvoice/rules/judge-document.js'

/** A set of rules for documents: those of a country, or plain EN 16931. */
export interface DocumentProfile {
  /** For example `be-sb`. */
  readonly name: string
  /** For readers of its rules, for example `Romania, CIUS-RO`. */
  readonly title: string
  /** Its country; null: plain EN 16931. */
  readonly country: CountryCode | null
  /** Whether a document claims the profile by its customisation id (BT-24). */
  readonly claims: (specification: string) => boolean
  /**
   * Whether it also applies to domestic invoices that claim no profile: France has no
   * customisation id of its own.
   */
  readonly isUnnamed: boolean
  /** Customisation ids that bring rules of their own, each by its name. */
  readonly variants: readonly ProfileVariant[]
  /**
   * The official artefacts that its rules are from, of several that fit the first; rules that none
   * fits are from those of EN 16931.
   */
  readonly sources: readonly RuleSource[]
  /** The schemas of its documents, where they are not those of EN 16931's syntaxes. */
  readonly schemas: Readonly<Partial<Record<DocumentFormat, string>>>
  /**
   * The rules for a document with that customisation id; undefined: the profile does not include
   * that syntax.
   */
  readonly rules: (syntax: DocumentFormat, specification: string) => DocumentRuleSet | undefined
  /** The rules for CII at the level EXTENDED of Factur-X; absent: no others than `rules`. */
  readonly facturXExtended?: () => DocumentRuleSet
}

/** A variant of a profile, which documents claim by its customisation id (BT-24). */
interface ProfileVariant {
  readonly name: string
  readonly specification: string
}

/** An official artefact with its edition, for example `BR-FR-Flux2 1.4.0.03 (FNFE-MPE)`. */
interface RuleSource {
  /** How the ids of its rules begin. */
  readonly ids: RegExp
  readonly artefact: string
}

/** The definition of a profile. */
interface Making
  extends
    Pick<DocumentProfile, 'name' | 'title' | 'country'>,
    Partial<Pick<DocumentProfile, 'variants' | 'sources' | 'schemas'>> {
  readonly claimed: RegExp
  readonly isUnnamed?: boolean
  /**
   * The marks in a customisation id that select a set of rules. The rest of the id is irrelevant.
   */
  readonly marks?: readonly string[]
  readonly rules: (syntax: Syntax, marks: readonly string[]) => DocumentRules | undefined
  /** See `DocumentProfile.facturXExtended`. */
  readonly facturXExtended?: () => DocumentRules
}

/** A set of rules that is built on first use. */
export function builtOnce(rules: () => DocumentRules): () => DocumentRuleSet {
  let set: DocumentRuleSet | undefined
  return () => (set ??= documentRuleSet(rules()))
}

/** Rule sets are built on first use: one for each syntax and each choice of marks. */
export function documentProfile({
  name,
  title,
  country,
  claimed,
  isUnnamed = false,
  variants = [],
  sources = [],
  schemas = {},
  marks = [],
  rules: rulesOf,
  facturXExtended,
}: Making): DocumentProfile {
  const sets = new Map<string, DocumentRuleSet | undefined>()
  return {
    name,
    title,
    country,
    isUnnamed,
    variants,
    sources,
    schemas,
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
    ...(facturXExtended && { facturXExtended: builtOnce(facturXExtended) }),
  }
}

/** A national format, which is identified by the root element. */
interface NationalMaking extends Pick<DocumentProfile, 'name' | 'title' | 'sources'> {
  readonly country: CountryCode
  readonly format: Exclude<DocumentFormat, Syntax>
  /** The edition in a document, see `DetectedDocument.specification`. */
  readonly claimed: RegExp
  /** The schema with its edition and publisher. */
  readonly schema: string
  readonly rules: () => DocumentRules
}

/** The profile of a national format. Its rules are built on first use. */
export function nationalProfile(national: NationalMaking): DocumentProfile {
  const { name, title, country, format, claimed, sources, schema } = national
  const rules = builtOnce(national.rules)
  return {
    name,
    title,
    country,
    isUnnamed: false,
    variants: [],
    sources,
    schemas: { [format]: schema },
    claims: (specification) => claimed.test(specification),
    rules: (syntax) => (syntax === format ? rules() : undefined),
  }
}
