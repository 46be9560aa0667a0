import { lazily } from '../../domain/lazily.js'
import { cut } from '../../domain/text.js'
import type { Explanation } from '../country.js'
import { closed, type Closings, type Outcome } from './closings.js'
import { fold } from './fold.js'
import type { FieldOf, Rejection, RejectionCatalogue, Values } from './rejection.js'
import type { ReportedRules } from './reported-rules.js'
import { fieldsNamedIn, unknown } from './unknown.js'

/** The parts of a catalogue of refusals. */
interface CatalogueOptions {
  /** The authority, as named in a sentence about an unknown text: `ANAF`. */
  readonly authority: string
  readonly closings: Closings
  /**
   * The kinds, read when a text is first explained; if two match the same words, the one with
   * more words counts.
   */
  readonly rejections: () => readonly Rejection[]
  /** Rules of official artefacts; absent: the format has none. */
  readonly rules?: ReportedRules
  readonly fieldOf?: FieldOf
  /** Other forms of codes in texts. */
  readonly codeForms?: readonly CodeForm[]
  /** Codes of errors that follow from another error: explained after it. */
  readonly isConsequence?: (code: string) => boolean
}

/** Numbers that mean a code in a text, if no wording identifies it. */
interface CodeForm {
  /** Global; group 1 is the part of the code after `prefix`. */
  readonly pattern: RegExp
  readonly prefix: string
}

/** The most errors of one message that are explained. */
const MOST = 10
/** The most matches of one pattern in one message. */
const MOST_OF_ONE = 50

/** A match in a text. */
interface Found {
  readonly code: string
  readonly at: number
  readonly rank: number
  readonly isGeneral: boolean
  readonly explanation: Explanation
}

/** The catalogue of a country. See `RejectionCatalogue`. */
export function rejectionCatalogue(options: CatalogueOptions): RejectionCatalogue {
  const { authority, closings, rules, fieldOf = () => undefined, codeForms = [], isConsequence = () => false } = options
  const kinds = lazily(() => kindsOf(options.rejections().map((each) => ({ ...each, ...ended(each, 'rejected') }))))

  return {
    get rejections() {
      return kinds().rejections
    },
    rejectionText(code, quoted = {}) {
      return kinds().byCode.get(code.toLowerCase())?.worded(quoted) ?? rules?.rawTextOf(code) ?? null
    },
    explain(rawText, outcome = 'rejected') {
      const folded = fold(rawText)
      const found = essential([...rulesIn(folded), ...kindsIn(folded, outcome)])
      if (found.length > 0) return joined(found)
      const [, english = ''] = /#([^#]+)/.exec(cut(rawText, 10_000)) ?? []
      return unknown(rawText, authority, fieldsNamedIn(folded, fieldOf), english.trim())
    },
  }

  function rulesIn(folded: string): Found[] {
    return (rules?.foundIn(folded) ?? []).map(({ id, at, explanation }) => ({
      code: id,
      at,
      rank: isConsequence(id) ? 2 : 1,
      isGeneral: false,
      explanation,
    }))
  }

  function ended({ errorTranslated, errorFix }: Explanation, outcome: Outcome): Explanation {
    return { errorTranslated, errorFix: closed(errorFix, closings, outcome) }
  }

  function kindsIn(folded: string, outcome: Outcome): Found[] {
    const found: Found[] = []
    const claimed: (readonly [from: number, to: number])[] = []
    // Of overlapping wordings, the longest is the most precise.
    const matches = kinds()
      .rejections.flatMap((rejection) => matchesOf(rejection, folded))
      .sort((one, other) => other.length - one.length)
    for (const { rejection, at, length, values } of matches) {
      if (claimed.some(([from, to]) => from < at + length && at < to)) continue
      claimed.push([at, at + length])
      found.push(foundAs(rejection, at, values, outcome))
    }
    const isClaimed = (at: number): boolean => claimed.some(([from, to]) => from <= at && at < to)
    for (const { code, at } of codesIn(folded, found).filter((each) => !isClaimed(each.at)))
      if (!found.some((each) => each.code === code)) {
        const rejection = kinds().byCode.get(code.toLowerCase())
        if (rejection !== undefined) found.push(foundAs(rejection, at, {}, outcome))
      }
    return found
  }

  function foundAs(rejection: Rejection, at: number, values: Values, outcome: Outcome): Found {
    const { code, isGeneral } = rejection
    const explanation = ended(rejection.explained(values), outcome)
    return { code, at, rank: isConsequence(code) ? 2 : 0, isGeneral, explanation }
  }

  /** The codes in a text; a bare number only where no wording of that number was found. */
  function codesIn(folded: string, found: readonly Found[]): readonly { readonly code: string; readonly at: number }[] {
    const named = [...folded.matchAll(kinds().codes)].map(({ 0: code, index }) => ({ code: codeOf(code), at: index }))
    const isWorded = (number: string): boolean =>
      [...found, ...named].some(({ code }) => `${code}-`.includes(`-${number}-`))
    const numbered = codeForms.flatMap(({ pattern, prefix }) =>
      [...folded.matchAll(pattern)]
        .filter(({ 1: number = '' }) => !isWorded(number))
        .map(({ 1: number = '', index }) => ({ code: prefix + number, at: index })),
    )
    return [...named, ...numbered].slice(0, 1000)
  }

  function codeOf(written: string): string {
    return kinds().byCode.get(written.toLowerCase())?.code ?? written
  }
}

/** The kinds of a catalogue, and their codes. */
interface Kinds {
  readonly rejections: readonly Rejection[]
  /** By each code in lower case. */
  readonly byCode: ReadonlyMap<string, Rejection>
  /** Any of the codes. */
  readonly codes: RegExp
}

function kindsOf(rejections: readonly Rejection[]): Kinds {
  const byCode = new Map(rejections.flatMap((each) => codesOf(each).map((code) => [code.toLowerCase(), each] as const)))
  return { rejections, byCode, codes: codesPattern(rejections) }
}

/** All codes of a kind; those with a colon also with a dash. */
function codesOf({ code, aliases }: Rejection): readonly string[] {
  return [code, ...aliases].flatMap((each) => (each.includes(':') ? [each, each.replaceAll(':', '-')] : [each]))
}

/** Codes that can't be words: with a digit, a dash, an underscore or a colon. */
function codesPattern(rejections: readonly Rejection[]): RegExp {
  const codes = rejections
    .flatMap(codesOf)
    .filter((code) => /[\d_:-]/.test(code))
    .sort((one, other) => other.length - one.length)
    .map((code) => code.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return codes.length === 0 ? /(?!)/g : new RegExp(`(?<![\\w-])(?:${codes.join('|')})(?![\\w-])`, 'gi')
}

interface Match {
  readonly rejection: Rejection
  readonly at: number
  readonly length: number
  readonly values: Values
}

function matchesOf(rejection: Rejection, folded: string): readonly Match[] {
  const matches: Match[] = []
  for (const pattern of rejection.patterns)
    for (const { 0: whole, index, groups = {} } of folded.matchAll(pattern)) {
      matches.push({ rejection, at: index, length: whole.length, values: groups })
      if (matches.length >= MOST_OF_ONE) return matches
    }
  return matches
}

/** Without repetitions and without unspecific errors, causes first. */
function essential(found: readonly Found[]): readonly Found[] {
  const codes = [...new Set(found.map(({ code }) => code))]
  const narrowed = found.filter(({ code }) => !codes.some((other) => other.startsWith(`${code}-`) && other !== code))
  const specific = narrowed.filter(({ isGeneral }) => !isGeneral)
  const said = new Set<string>()
  return (specific.length > 0 ? specific : narrowed.slice(0, 1))
    .sort((one, other) => one.rank - other.rank || one.at - other.at)
    .filter(({ explanation: { errorTranslated, errorFix } }) => {
      const text = `${errorTranslated}\n${errorFix}`
      const isNew = !said.has(text)
      said.add(text)
      return isNew
    })
}

function joined(found: readonly Found[]): Explanation {
  const [first, second] = found
  if (first !== undefined && second === undefined) return first.explanation
  const shown = found.slice(0, MOST).map(({ explanation }) => explanation)
  const left = found.length - shown.length
  const list = (texts: readonly string[]): string => {
    const [only, another] = new Set(texts)
    return another === undefined ? (only ?? '') : texts.map((text, index) => `${index + 1}) ${text}`).join(' ')
  }
  const more = left === 0 ? '' : ` And ${left} more.`
  return {
    errorTranslated: list(shown.map(({ errorTranslated }) => errorTranslated)) + more,
    errorFix:
      list(shown.map(({ errorFix }) => errorFix)) +
      (left === 0 ? '' : ' Correct these first: the others may follow from them.'),
  }
}
