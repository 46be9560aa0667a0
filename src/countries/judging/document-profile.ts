import { lazily } from '../../domain/lazily.js'
import { type CountryCode, type InvoiceRequest, isSyntax, type Syntax } from '../../domain/request/invoice-request.js'
import { type DocumentRules, type DocumentRuleSet, documentRuleSet } from '../../einvoice/rules/judge-document.js'
import type { Rule } from '../../einvoice/rules/rule.js'
import type { JudgedFormat } from '../../einvoice/syntax/invoice-document.js'
import { editionOn, type Editions, onlyEdition, type RuleSource } from './editions.js'

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
  /**
   * Whether a document of its country is of the profile by its business process (BT-23); absent:
   * that decides nothing.
   */
  readonly isOfProcess?: (businessProcess: string | undefined) => boolean
  /**
   * Whether the document of an invoice in JSON is of the profile, where the country has several;
   * absent: none is by itself.
   */
  readonly isOfRequest?: (invoice: Pick<InvoiceRequest, 'documentType'>) => boolean
  /**
   * The service's own rules for its documents, instead of those of its country; absent: those of
   * the country, for documents that are sent.
   */
  readonly own?: readonly Rule[]
  /** Customisation ids that bring rules of their own, each by its name. */
  readonly variants: readonly ProfileVariant[]
  /**
   * The official artefacts that its rules are from, of several that fit the first; rules that none
   * fits are from those of EN 16931.
   */
  readonly sources: readonly RuleSource[]
  /** The schemas of its documents, where they are not those of EN 16931's syntaxes. */
  readonly schemas: Readonly<Partial<Record<JudgedFormat, string>>>
  /** The editions of its rules. */
  readonly editions: Editions
  /**
   * The rules for a document with that customisation id; undefined: the profile does not include
   * that syntax.
   * @param day of the submission, `YYYY-MM-DD` in the country: the edition in force on it decides;
   * absent: the newest
   */
  readonly rules: (syntax: JudgedFormat, specification: string, day?: string) => DocumentRuleSet | undefined
  /**
   * The rules for CII at the level EXTENDED of Factur-X; absent: no others than `rules`.
   * @param day see `rules`
   */
  readonly facturXExtended?: (day?: string) => DocumentRuleSet | undefined
}

/** A variant of a profile, which documents claim by its customisation id (BT-24). */
interface ProfileVariant {
  readonly name: string
  readonly specification: string
}

/** The definition of a profile. */
interface Making
  extends
    Pick<DocumentProfile, 'name' | 'title' | 'country'>,
    Partial<Pick<DocumentProfile, 'variants' | 'sources' | 'schemas' | 'isOfProcess' | 'own'>> {
  /** Absent: one, with `sources`. */
  readonly editions?: Editions
  readonly claimed: RegExp
  readonly isUnnamed?: boolean
  /**
   * The marks in a customisation id that select a set of rules. The rest of the id is irrelevant.
   */
  readonly marks?: readonly string[]
  /** @param edition the name of one of its editions */
  readonly rules: (syntax: Syntax, marks: readonly string[], edition: string) => DocumentRules | undefined
  /** See `DocumentProfile.facturXExtended`. */
  readonly facturXExtended?: (edition: string) => DocumentRules
}

/** A set of rules that is built on first use. */
export function builtOnce(rules: () => DocumentRules): () => DocumentRuleSet {
  return lazily(() => documentRuleSet(rules()))
}

/**
 * Rule sets are built on first use: one for each edition, each syntax and each choice of marks.
 */
export function documentProfile({
  name,
  title,
  country,
  claimed,
  isUnnamed = false,
  variants = [],
  sources = [],
  editions = onlyEdition(sources),
  schemas = {},
  marks = [],
  rules: rulesOf,
  facturXExtended,
  isOfProcess,
  own,
}: Making): DocumentProfile {
  const sets = new Map<string, DocumentRuleSet | undefined>()
  const built = (key: readonly string[], rules: () => DocumentRules | undefined): DocumentRuleSet | undefined => {
    const known = key.join(' ')
    if (!sets.has(known)) {
      const made = rules()
      sets.set(known, made && documentRuleSet(made))
    }
    return sets.get(known)
  }
  return {
    name,
    title,
    country,
    isUnnamed,
    variants,
    sources: editionOn(editions, undefined).sources,
    editions,
    schemas,
    claims: (specification) => claimed.test(specification),
    rules(syntax, specification, day) {
      if (!isSyntax(syntax)) return undefined
      const found = marks.filter((mark) => specification.includes(mark))
      const edition = editionOn(editions, day).name
      return built([edition, syntax, ...found], () => rulesOf(syntax, found, edition))
    },
    ...(isOfProcess && { isOfProcess }),
    ...(own && { own }),
    ...(facturXExtended && {
      facturXExtended(day) {
        const edition = editionOn(editions, day).name
        return built([edition, 'factur-x'], () => facturXExtended(edition))
      },
    }),
  }
}

/** A national format, which is identified by the root element. */
interface NationalMaking
  extends Pick<DocumentProfile, 'name' | 'title'>, Partial<Pick<DocumentProfile, 'sources' | 'own' | 'isOfRequest'>> {
  readonly country: CountryCode
  readonly format: Exclude<JudgedFormat, Syntax>
  /** Absent: one, with `sources`. */
  readonly editions?: Editions
  /** The edition in a document, see `DetectedDocument.specification`. */
  readonly claimed: RegExp
  /** The schema with its edition and publisher. */
  readonly schema: string
  /** @param edition the name of one of its editions */
  readonly rules: (edition: string) => DocumentRules
}

/** The profile of a national format. Its rules are built on first use, once for each edition. */
export function nationalProfile(national: NationalMaking): DocumentProfile {
  const { name, title, country, format, claimed, sources = [], schema, own, isOfRequest } = national
  const { editions = onlyEdition(sources) } = national
  const sets = new Map(editions.map((edition) => [edition, builtOnce(() => national.rules(edition.name))]))
  return {
    name,
    title,
    country,
    isUnnamed: false,
    variants: [],
    sources: editionOn(editions, undefined).sources,
    editions,
    schemas: { [format]: schema },
    claims: (specification) => claimed.test(specification),
    rules: (syntax, _, day) => (syntax === format ? sets.get(editionOn(editions, day))?.() : undefined),
    ...(isOfRequest && { isOfRequest }),
    ...(own && { own }),
  }
}
