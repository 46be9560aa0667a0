import { lazily } from '../../domain/lazily.js'
import { cut, withoutEnd } from '../../domain/text.js'
import type { Explanation } from '../country.js'
import { CLOSING_PLACES } from './closings.js'
import { excerpt, fold } from './fold.js'
import { isRole, type Quoted, quotable } from './quoted.js'
import type { FieldOf, Rejection, Values } from './rejection.js'

/**
 * Refusals, one in a row: `code | raw text || another wording | meaning | remedy`. Codes of the
 * same text are side by side.
 *
 * In a raw text `{limit=20}` is the place of a value, with an example,
 * `{cif.supplierNumber=1234}` a value of the invoice (`Quoted`), `{…=words}` any words, and `…`
 * the same without an example. In the last two parts `{cif}` is that value,
 * `{cif:it is not named}` has a text for its absence, `{field element}` is the JSON field of the
 * element that the value names, and `{corrected}` the end that the catalogue fills in (`closed`).
 */
type RejectionTable = string

/** Options of a table. */
interface TableOptions {
  /** Whether its rows report only that there is an error. */
  readonly isGeneral?: boolean
  readonly fieldOf?: FieldOf
  /** The wording that the country's system uses; absent: the first. */
  readonly speaks?: RegExp
}

/** The refusals of a table, which is read when they are first asked for. See `rejectionsIn`. */
export function rejectionTable(table: RejectionTable, options: TableOptions = {}): () => readonly Rejection[] {
  return lazily(() => rejectionsIn(table, options))
}

/** The refusals of a table, in order. Throws on a row without four parts. */
export function rejectionsIn(table: RejectionTable, options: TableOptions = {}): readonly Rejection[] {
  return table
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => rejectionIn(row, options))
}

function rejectionIn(row: string, { isGeneral = false, fieldOf = () => undefined, speaks }: TableOptions): Rejection {
  const [codes = '', texts, translated, fix, ...others] = row.split(/ \| /).map((part) => part.trim())
  const [code = '', ...aliases] = codes.split(' ')
  if (!code || !texts || !translated || !fix || others.length > 0)
    throw new Error(`a row of refusals has four parts: ${cut(row, 80)}`)
  const wordings = texts.split(' || ')
  const official = wordings.find((wording) => speaks?.test(wording)) ?? wordings[0] ?? ''
  const worded = (quoted: Quoted): string => exampleOf(official, quoted)
  const explained = (values: Values): Explanation => ({
    errorTranslated: filled(translated, values, fieldOf),
    errorFix: filled(fix, values, fieldOf),
  })
  return {
    code,
    aliases,
    rawText: worded({}),
    worded,
    patterns: wordings.map(patternOf),
    isGeneral,
    explained,
    ...explained(valuesOf(official)),
  }
}

const PLACE = /\{(\w+|…)(?:\.(\w+))?=([^{}]*)\}/g

function exampleOf(wording: string, quoted: Quoted): string {
  return wording.replace(PLACE, (_, _name, role: string | undefined, example: string) => {
    if (role === undefined) return example
    // A table with an unknown name would always quote its example.
    if (!isRole(role)) throw new Error(`a text of refusals quotes ${role}, which is no role`)
    const { [role]: value } = quoted
    return value === undefined ? example : quotable(value)
  })
}

function valuesOf(wording: string): Values {
  return Object.fromEntries([...wording.matchAll(PLACE)].map(([, name = '', , example]) => [name, example]))
}

/**
 * A global pattern of a wording. Every place has a limit, so a search is linear in the text.
 */
function patternOf(wording: string): RegExp {
  const parts = wording.split(/(\{(?:\w+|…)(?:\.\w+)?=[^{}]*\}|…)/)
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return literal(fold(part))
    const [, name = '…', example = ''] = /^\{(\w+)(?:\.\w+)?=(.*)\}$/.exec(part) ?? []
    if (name === '…') return '.{0,200}?'
    const opening = /['"(]$/.exec(parts[index - 1] ?? '')?.[0]
    if (opening === '(') return `(?<${name}>[^()]{0,300})`
    // An apostrophe inside a word belongs to the value.
    if (opening !== undefined) return `(?<${name}>(?:[^${opening}]|${opening}(?=\\w)){0,300})`
    const isLast = parts.slice(index + 1).every((rest) => rest === '')
    const character = example.includes(' ') ? '[^;|#]' : '[^\\s;,|#)]'
    return `(?<${name}>${character}{1,120}${isLast ? '' : '?'})`
  })
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  const before = /^\w/.test(fold(first)) ? '(?<![\\w])' : ''
  const after = /\w$/.test(fold(last)) ? '(?![\\w])' : ''
  return new RegExp(`${before}${source.join('')}${after}`, 'gi')
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/(?<=[^\w]) | (?=[^\w])/g, ' ?')
}

function filled(template: string, values: Values, fieldOf: FieldOf): string {
  const isGiven = (name: string): boolean => !NO_VALUE.test(values[name] ?? '…')
  return template
    .replace(/(?<!\bno )\b(the )?element \{(\w+)\}/gi, (written, article: string | undefined, name: string) =>
      isGiven(name) ? written : article?.startsWith('T') === true ? 'An element' : 'an element',
    )
    .replace(/(\b(?:value|number) )?"\{(\w+)\}"/g, (written, what: string | undefined, name: string) =>
      isGiven(name) ? written : what === undefined ? 'this value' : what.trim(),
    )
    .replace(
      /\{(?:(field) )?(\w+)(?::([^{}]*))?\}/g,
      (written, isField: string | undefined, name: string, otherwise: string | undefined) => {
        if (CLOSING_PLACES.has(name)) return written
        const { [name]: value = '' } = values
        if (!isGiven(name)) return otherwise ?? (isField === undefined ? unnamed(name) : 'the field of that element')
        if (isField !== undefined) return fieldBehind(value, fieldOf, isGiven('parent') ? values['parent'] : undefined)
        return ELEMENTS.has(name)
          ? elementsIn(value).slice(0, 3).join(' or ')
          : excerpt(value.replace(/(?<=\w)\.$/, ''))
      },
    )
}

/** Placeholders for values in lists of messages: `{element}`, `<idx>`, `…`, `XXX`. */
const NO_VALUE = /\{[a-z][\w.]*\}|<\w+>|…|^(?:X{3,}|YYYY-MM-DD)$/i

function unnamed(name: string): string {
  return ELEMENTS.has(name) ? 'an element' : ''
}

/** The places of names of elements, with their namespaces. */
const ELEMENTS: ReadonlySet<string> = new Set(['element', 'expected', 'parent'])

/** The JSON field of an element; of several elements that of each. */
function fieldBehind(names: string, fieldOf: FieldOf, parent = ''): string {
  const elements = elementsIn(names)
  const [around] = parent === '' ? [] : elementsIn(parent)
  const inParent = around === undefined ? [] : elements.map((each) => fieldOf(`${around}/${each}`))
  const found = inParent.some((field) => field !== undefined) ? inParent : elements.map(fieldOf)
  const fields = new Set(found.filter((field) => field !== undefined))
  if (fields.size > 0) return [...fields].slice(0, 3).join(' or ')
  return `what the service writes as ${elements.slice(0, 3).join(' or ')} (no field of POST /v1/invoices contains it)`
}

/** `{"urn:…":ID, "urn:…":IssueDate}`, `http://…/:P_12` and `cbc:ID` without their namespaces. */
function elementsIn(names: string): readonly string[] {
  const elements = names
    .split(/[,\s]+/)
    .map((name) =>
      withoutEnd(name, `}"'`)
        .replace(/^.*[:}"]/, '')
        .replace(/[^\w[\]/.-]/g, ''),
    )
    .filter((name) => name !== '' && name !== 'in' && name !== 'namespace')
  return elements.length > 0 ? elements : ['this element']
}
