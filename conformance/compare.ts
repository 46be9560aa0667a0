import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeXml } from '../src/countries/judging/judge-xml.js'
import { canonicalPrefix } from '../src/einvoice/xml/namespaces.js'
import type { Oracle, OracleFinding } from '../test/support/oracle.js'
import { judgedAs } from './editions-by-day.js'
import { isExplained } from './newer-edition.js'
import type { Case } from './official-documents.js'

/**
 * The rules that fire on a document, as `id flag`, and how often. All violations of the schema are
 * one `XSD fatal`.
 */
export type Fired = ReadonlyMap<string, number>

/** Both verdicts on one document. */
export interface Comparison {
  readonly case: Case
  readonly ours: Fired
  readonly theirs: Fired
  /** Whether the official rules failed on the document: their verdict is incomplete. */
  readonly isBroken: boolean
  /**
   * Whether it is compared how often a rule fires: not where our verdict lists only some of its
   * findings, and not in Italy, where no published text counts them.
   */
  readonly isCounted: boolean
}

/**
 * Controls of SdI that we judge and the judge's reading of them omits: the form of tax numbers,
 * recipients, and duplicates within a file.
 */
const BEYOND_THE_JUDGE: ReadonlySet<string> = new Set(
  '00300 00301 00302 00303 00304 00305 00306 00313 00330 00409'.split(' '),
)

/** The official rules that fire on a document by our judgement; our own rules are left out. */
export function ourRules(each: Case): Fired {
  return verdictOn(each).fired
}

function verdictOn({ profile, day, xml }: Case): { readonly fired: Fired; readonly isCut: boolean } {
  const now = day === undefined ? undefined : new Date(`${day}T12:00:00Z`)
  const { findings, findingsTotal } = judgeXml(Buffer.from(xml), { profile, now })
  const official = findings.filter(({ rule }) => !rule.startsWith('CW-') && !BEYOND_THE_JUDGE.has(rule))
  const fired = official.map(({ rule, flag, path }) => `${isOfStructure(rule) ? atPlace(rule, path) : rule} ${flag}`)
  return { fired: counted(fired), isCut: findings.length < findingsTotal }
}

/** How often each rule occurs; all violations of the schema are one. */
export function counted(rules: readonly string[]): Fired {
  const fired = new Map<string, number>()
  for (const rule of rules) fired.set(rule, rule === 'XSD fatal' ? 1 : (fired.get(rule) ?? 0) + 1)
  return fired
}

/** A rule on the structure of Factur-X has one id for many places. */
const isOfStructure = (rule: string): boolean => rule.startsWith('FX-')

function atPlace(rule: string, path: string): string {
  const named = path.replaceAll(
    /\*:([\w.-]+)\[namespace-uri\(\)='([^']*)'\]/g,
    (_, name: string, namespace: string) => `${canonicalPrefix(namespace)}${name}`,
  )
  return `${rule} ${named.replaceAll(/\[\d+\]|qdt:/g, '')}`
}

const STRUCTURE_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/must occur|may occur/, 'FX-COUNT'],
  [/marked as not used/, 'FX-UNUSED'],
  [/is required in this context/, 'FX-ATTRIBUTE'],
  [/is not allowed\.$/, 'FX-CODE'],
]

/**
 * The id of a finding of Factur-X: that in the brackets of its text; the artefact has other
 * numbers in each profile, and none for some rules.
 */
function idInFacturX({ id, text, location }: OracleFinding): string {
  const inBrackets = /^\[([\w-]+)\]/.exec(text)?.[1]
  const structure = STRUCTURE_TEXTS.find(([form]) => form.test(text))?.[1]
  return inBrackets ?? (structure === undefined ? id : atPlace(structure, location))
}

/** Answers of the official judge, kept in a folder from run to run where one is given. */
export class OfficialJudge {
  constructor(
    private readonly oracle: Oracle,
    private readonly folder: string | null,
  ) {
    if (folder !== null) mkdirSync(folder, { recursive: true })
  }

  async rules(each: Case): Promise<Fired> {
    const { xml } = each
    const profile = judgedAs(each)
    const key = createHash('sha256').update(`${profile}\n${xml}`).digest('hex').slice(0, 24)
    const file = this.folder === null ? null : join(this.folder, key)
    if (file !== null && existsSync(file)) return counted(readFileSync(file, 'utf8').split('\n').filter(Boolean))
    const isFacturX = profile === 'fx'
    const findings = await this.oracle.judge(profile, xml)
    const rules = findings.map((finding) => {
      if (finding.id.startsWith('XSD')) return 'XSD fatal'
      return `${isFacturX ? idInFacturX(finding) : finding.id} ${finding.flag}`
    })
    if (file !== null) writeFileSync(file, rules.join('\n'))
    return counted(rules)
  }
}

/** Judges a document both ways. Rejects where the official judge is unavailable. */
export async function compare(each: Case, judge: OfficialJudge): Promise<Comparison> {
  const theirs = await judge.rules(each)
  const isBroken = [...theirs.keys()].some(isFailure)
  const { fired: ours, isCut } = verdictOn(each)
  return { case: each, ours, theirs, isBroken, isCounted: !isCut && each.profile !== 'it' }
}

/** ROOT: a Cross Industry Invoice that claims no profile of Factur-X. */
function isFailure(rule: string): boolean {
  return /^(?:XSLT-ERROR|INTERNAL|ROOT)/.test(rule)
}

/**
 * The rules that one verdict has and the other has not, or has in another number. Where the
 * official rules failed, their verdict ends early: only what it has is compared.
 */
export function differences({ case: each, ours, theirs, isBroken, isCounted }: Comparison): readonly string[] {
  const number = (fired: Fired, rule: string): number => {
    const times = fired.get(rule) ?? 0
    return isCounted ? times : Math.min(times, 1)
  }
  return [...new Set([...ours.keys(), ...theirs.keys()])].filter((rule) => {
    const [our, their] = [number(ours, rule), number(theirs, rule)]
    if (isBroken) return !isFailure(rule) && our < their && !isExplained(each, rule, our, their)
    return our !== their && !isExplained(each, rule, our, their)
  })
}

/**
 * Whether both verdicts agree: rule by rule, each as often, or, where the official rules failed,
 * that the document is not valid.
 */
export function agrees(comparison: Comparison): boolean {
  const { ours, isBroken } = comparison
  if (isBroken && ![...ours.keys()].some((rule) => rule.endsWith(' fatal'))) return false
  return differences(comparison).length === 0
}
