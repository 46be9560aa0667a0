import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeXml } from '../src/countries/judging/judge-xml.js'
import type { OracleProfile, Oracle } from '../test/support/oracle.js'
import type { Case } from './official-documents.js'

/**
 * The rules that fire on a document, as `id flag`. Every violation of the schema is one `XSD
 * fatal`.
 */
type Fired = ReadonlySet<string>

/** Both verdicts on one document. */
export interface Comparison {
  readonly case: Case
  readonly ours: Fired
  readonly theirs: Fired
  /** Whether the official rules failed on the document: their verdict is incomplete. */
  readonly isBroken: boolean
}

/**
 * Controls of SdI that we judge and the judge's reading of them omits: the form of tax numbers,
 * recipients, and duplicates within a file.
 */
const BEYOND_THE_JUDGE: ReadonlySet<string> = new Set(
  '00300 00301 00302 00303 00304 00305 00306 00313 00330 00409'.split(' '),
)

/** The official rules that fire on a document by our judgement; our own rules are left out. */
export function ourRules({ profile, xml }: Case): Fired {
  const { findings } = judgeXml(Buffer.from(xml), { profile })
  return new Set(
    findings
      .filter(({ rule }) => !rule.startsWith('CW-') && !BEYOND_THE_JUDGE.has(rule))
      .map(({ rule, flag }) => `${rule} ${flag}`),
  )
}

/** Answers of the official judge, kept in a folder from run to run where one is given. */
export class OfficialJudge {
  constructor(
    private readonly oracle: Oracle,
    private readonly folder: string | null,
  ) {
    if (folder !== null) mkdirSync(folder, { recursive: true })
  }

  async rules({ profile, xml }: Case): Promise<Fired> {
    const key = createHash('sha256').update(`${profile}\n${xml}`).digest('hex').slice(0, 24)
    const file = this.folder === null ? null : join(this.folder, key)
    if (file !== null && existsSync(file)) return new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))
    const findings = await this.oracle.judge(profile as OracleProfile, xml)
    const fired = new Set(findings.map(({ id, flag }) => (id.startsWith('XSD') ? 'XSD fatal' : `${id} ${flag}`)))
    if (file !== null) writeFileSync(file, [...fired].join('\n'))
    return fired
  }
}

/** Judges a document both ways. Rejects where the official judge is unavailable. */
export async function compare(each: Case, judge: OfficialJudge): Promise<Comparison> {
  const theirs = await judge.rules(each)
  const isBroken = [...theirs].some((rule) => /^(?:XSLT-ERROR|INTERNAL)/.test(rule))
  return { case: each, ours: ourRules(each), theirs, isBroken }
}

/**
 * Whether both verdicts agree: rule by rule, or, where the official rules failed, that the
 * document is not valid.
 */
export function agrees({ ours, theirs, isBroken }: Comparison): boolean {
  if (isBroken) return [...ours].some((rule) => rule.endsWith(' fatal'))
  return ours.size === theirs.size && [...ours].every((rule) => theirs.has(rule))
}
