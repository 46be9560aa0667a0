import type { PathRow } from '../../einvoice/rules/bindings/forbidden.js'
import { type DocumentRules, flagIn } from '../../einvoice/rules/judge-document.js'
import type { RuleCatalogue, RuleEntry } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import type { Explanation } from '../country.js'
import { excerpt } from './fold.js'
import { OfficialTexts, type OfficialTable } from './official-texts.js'
import type { FieldOf } from './rejection.js'
import { explainRule, explainUnknownRule } from './rule-explanation.js'

/** A rule of an official artefact that a text names. */
interface ReportedRule {
  readonly id: string
  /** Its place in the folded text. */
  readonly at: number
  readonly explanation: Explanation
}

/** The known data of the rules of a country's receivers. */
interface RuleSources {
  readonly catalogue: RuleCatalogue
  /** The rules that forbid one path each. */
  readonly sets: () => readonly (DocumentRules | undefined)[]
  /** Official texts; if two have a rule, the first counts. */
  readonly texts: readonly OfficialTable[]
  /** How the country's system reports a rule with this text in the artefact. */
  readonly reported: (id: string, text: string) => string
  readonly fieldOf: FieldOf
}

/** The most rules of one text that are read, and the length of the words of each. */
const MOST = 200
const WORDS = 1500

/** Ids in the form of artefacts, with or without brackets: `BR-CO-10`, `BR-FR-16/BT-152`. */
const REPORTED =
  /(?<![A-Za-z0-9_.-])(?:(?:BR|UBL|CII|PEPPOL|CW)-[A-Z]{0,12}[0-9A-Z][A-Za-z0-9_]*(?:[-/_][A-Za-z0-9_]+){0,8}|[A-Z]{2}-[RS]-[A-Z]?\d{2,3}(?:-\d{1,2})?)/gi

/** The rules of a country's receivers, as texts report them. */
export class ReportedRules {
  readonly #texts: OfficialTexts
  #paths: ReadonlyMap<string, Forbidden> | undefined
  /** The main terms of the rules that have a message. */
  #messages: Map<string, Set<string | undefined>> | undefined
  #byName: ReadonlyMap<string, readonly RuleEntry[]> | undefined

  constructor(private readonly sources: RuleSources) {
    this.#texts = new OfficialTexts(sources.texts)
  }

  /** The rules that a text names, in its order. */
  foundIn(folded: string): readonly ReportedRule[] {
    const places = [...folded.matchAll(REPORTED)].slice(0, MOST)
    return places.flatMap(({ 0: written, index: at }, number) => {
      const words = folded.slice(at, Math.min(places[number + 1]?.index ?? folded.length, at + WORDS))
      const [id, explanation] = this.#explain(written, words) ?? []
      return id === undefined || explanation === undefined ? [] : [{ id, at, explanation }]
    })
  }

  /** The text of a rule in its own language, as the country's system reports it; null: unknown. */
  rawTextOf(code: string): string | null {
    const [entry] = this.#named(code) ?? []
    const id = this.#texts.has(code) ? code : (entry?.id ?? code)
    const text = this.#texts.of(id) ?? (this.#isKnown(code) ? `Rule ${code}` : undefined)
    return text === undefined ? null : this.sources.reported(id, text)
  }

  /** The known ids. */
  get ids(): readonly string[] {
    return [...new Set([...this.#texts.ids, ...this.sources.catalogue.entries.map(({ id }) => id)])].filter(
      (id) => !id.endsWith('*'),
    )
  }

  #explain(written: string, words: string): readonly [id: string, explanation: Explanation] | null {
    const { catalogue, fieldOf } = this.sources
    const id = this.#knownIn(written)
    if (id === undefined)
      return /^[A-Z]/.test(written) && /\d\d/.test(written) ? [written, explainUnknownRule(written, words)] : null
    const named = this.#named(id) ?? [catalogue.of(id)[0]]
    return [
      id,
      explainRule({
        id,
        entries: named,
        words,
        path: this.#forbiddenBy(id)?.path,
        isRefused: !this.#isWarning(id, named),
        fieldOf,
        officialOf: (each) => this.#texts.of(each),
        isShared: (message) => this.#isShared(message),
      }),
    ]
  }

  /** The longest known id at the start of the text: words may follow it after a dash. */
  #knownIn(written: string): string | undefined {
    const steps = written.replaceAll('/', '_').split(/(?=[-_])/)
    for (let count = steps.length; count > 1; count -= 1) {
      const id = steps.slice(0, count).join('')
      for (const each of [id, id.toUpperCase()]) if (this.#isKnown(each)) return each
    }
    return undefined
  }

  #isShared(message: string): boolean {
    if (this.#messages === undefined) {
      this.#messages = new Map<string, Set<string | undefined>>()
      for (const { message: each, terms } of this.sources.catalogue.entries) {
        const main = this.#messages.get(each)
        if (main === undefined) this.#messages.set(each, new Set(terms.slice(0, 1)))
        else main.add(terms[0])
      }
    }
    return (this.#messages.get(message)?.size ?? 0) > 1
  }

  /** Of rules with the same name, each has to be one. */
  #isWarning(id: string, named: readonly RuleEntry[]): boolean {
    const level = this.#forbiddenBy(id)?.severity
    const sets = this.sources.sets().filter((set) => set !== undefined)
    const ids = level === undefined && named.length > 0 ? named.map((entry) => entry.id) : [id]
    return ids.every((each) => sets.some((set) => flagIn(set, each, level) !== 'fatal'))
  }

  #isKnown(id: string): boolean {
    return this.#texts.has(id) || this.#named(id) !== undefined || this.#forbiddenBy(id) !== undefined
  }

  /** The rules with this name in texts: itself, and its siblings if several share the name. */
  #named(name: string): readonly RuleEntry[] | undefined {
    this.#byName ??= this.#names()
    return this.#byName.get(name)
  }

  #names(): ReadonlyMap<string, readonly RuleEntry[]> {
    const { catalogue } = this.sources
    const names = new Map<string, RuleEntry[]>()
    for (const id of this.ids) {
      const known = catalogue.known(id)
      const entries =
        known.length > 0 ? known : [{ ...catalogue.of(id)[0], id, terms: termsIn(this.#texts.of(id) ?? '') }]
      for (const name of new Set([id, ...this.#texts.namesOf(id)]))
        names.set(name, [...(names.get(name) ?? []), ...entries])
    }
    return names
  }

  #forbiddenBy(id: string): Forbidden | undefined {
    this.#paths ??= new Map(
      this.sources
        .sets()
        .flatMap((set) => set?.forbidden.rows ?? [])
        .map((row) => [row.id, { path: wholePath(row), severity: row.severity }]),
    )
    return this.#paths.get(id)
  }
}

/** A path that a rule forbids. */
interface Forbidden {
  readonly path: string
  readonly severity: 'fatal' | 'warning'
}

/** The path below the root, as far as the row of a table contains it. */
function wholePath({ context, path }: PathRow): string {
  const whole = `${context === '/' ? '' : context}/${path}`.replace(/^[/*]+/, '')
  return excerpt(whole.replace(/^LINE(?=\/|$)/, 'cac:InvoiceLine'), 200)
}

/** The business terms that an official text names. */
function termsIn(text: string): readonly string[] {
  return [...new Set(text.match(/B[TG]-\d+/g) ?? [])]
}
