import { codePointName } from '../../domain/text.js'

/** The first place at which a text is not JSON. */
interface SyntaxFault {
  /** In UTF-16 units from the start of the text. */
  readonly at: number
  /** What was expected there, as the end of a sentence. */
  readonly message: string
}

/** What may come next. `first…`: also the closing bracket, as nothing stands before it yet. */
type Wanted = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'comma' | 'end'

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y

/**
 * Finds the first place at which a text is not JSON (RFC 8259), and what was expected there;
 * null: it is JSON. `JSON.parse` words its errors differently in each release of Node, and often
 * without a place. Needs linear time and does not recurse. Quotes one character of the text at
 * most: the rest may be a secret.
 */
export function syntaxFault(text: string): SyntaxFault | null {
  const open: ('{' | '[')[] = []
  let wanted: Wanted = 'value'
  let at = 0
  const after = (): Wanted => (open.length === 0 ? 'end' : 'comma')
  for (;;) {
    at = afterSpace(text, at)
    const next = text.charAt(at)
    if (wanted === 'end' && next === '') return null
    if (next !== '' && next === CLOSING[open.at(-1) ?? 'none'] && MAY_CLOSE.has(wanted)) {
      open.pop()
      at++
      wanted = after()
      continue
    }
    switch (wanted) {
      case 'colon':
        if (next !== ':') return expected('":" after the name', text, at)
        at++
        wanted = 'value'
        break
      case 'comma': {
        const inside = open.at(-1) ?? '['
        if (next !== ',') return afterValue(inside, text, at)
        at++
        wanted = inside === '{' ? 'name' : 'value'
        break
      }
      case 'name':
      case 'first name': {
        if (next !== '"') return noName(wanted, text, at)
        const end = endOfText(text, at)
        if (typeof end !== 'number') return end
        at = end
        wanted = 'colon'
        break
      }
      case 'value':
      case 'first value': {
        if (next === '{' || next === '[') {
          open.push(next)
          at++
          wanted = next === '{' ? 'first name' : 'first value'
          break
        }
        const end = next === '"' ? endOfText(text, at) : endOfScalar(wanted, text, at)
        if (typeof end !== 'number') return end
        at = end
        wanted = after()
        break
      }
      case 'end':
        return expected('nothing after the end of the value', text, at)
    }
  }
}

const CLOSING: Readonly<Record<'{' | '[' | 'none', string>> = { '{': '}', '[': ']', none: '' }
const MAY_CLOSE: ReadonlySet<Wanted> = new Set<Wanted>(['first value', 'first name', 'comma'])

function afterSpace(text: string, start: number): number {
  let at = start
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at++
  return at
}

/** The place after the text in quotation marks that begins here, or the fault in it. */
function endOfText(text: string, start: number): number | SyntaxFault {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) return at + 1
    if (unit < 0x20) return { at, message: `${controlName(unit)} within a text is written ${escapeOf(unit)}` }
    if (unit !== 0x5c) continue
    ESCAPE.lastIndex = at
    if (!ESCAPE.test(text)) return { at, message: 'a backslash within a text is written \\\\' }
    at = ESCAPE.lastIndex - 1
  }
  return { at: start, message: 'the text that begins there has no closing quotation mark' }
}

/** The place after the number or word that begins here, or the fault. */
function endOfScalar(wanted: Wanted, text: string, at: number): number | SyntaxFault {
  for (const form of [NUMBER, WORD]) {
    form.lastIndex = at
    if (form.test(text)) return form.lastIndex
  }
  if (text[at] === '-') return { at, message: 'expected a digit after "-"' }
  if (isTrailing(text, at)) return trailingComma(text, at)
  const what = wanted === 'first value' ? 'a value or "]"' : 'a value'
  const isWord = /[A-Za-z']/.test(text.charAt(at))
  return expected(what, text, at, isWord ? '; a text stands in double quotation marks' : '')
}

function noName(wanted: Wanted, text: string, at: number): SyntaxFault {
  if (isTrailing(text, at)) return trailingComma(text, at)
  const isDecimal = wanted === 'name' && /\d/.test(text.charAt(at))
  const what = wanted === 'first name' ? 'a name in double quotation marks, or "}"' : 'a name in double quotation marks'
  return expected(what, text, at, isDecimal ? '; a decimal is written with a point' : '')
}

function afterValue(inside: '{' | '[', text: string, at: number): SyntaxFault {
  const [before, here] = [text.charAt(at - 1), text.charAt(at)]
  if (before === '0' && /\d/.test(here)) return { at, message: 'a number does not begin with 0' }
  if (/\d/.test(before) && here === '.') return { at, message: 'expected digits after the decimal point' }
  return expected(`"," or "${CLOSING[inside]}"`, text, at)
}

/** Whether a closing bracket stands here where a comma promised something else. */
function isTrailing(text: string, at: number): boolean {
  if (!'}]'.includes(text.charAt(at)) || at === text.length) return false
  let before = at - 1
  while (before >= 0 && ' \t\r\n'.includes(text.charAt(before))) before--
  return text[before] === ','
}

function trailingComma(text: string, at: number): SyntaxFault {
  return { at, message: `remove the comma before "${text.charAt(at)}"` }
}

function expected(what: string, text: string, at: number, hint = ''): SyntaxFault {
  const [character = ''] = text.slice(at, at + 2)
  return { at, message: `expected ${what}, but ${character === '' ? 'it ends' : `found ${shown(character)}`}${hint}` }
}

function shown(character: string): string {
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? JSON.stringify(character) : codePointName(character)
}

function controlName(unit: number): string {
  return unit === 0x0a ? 'a line break' : unit === 0x09 ? 'a tab' : codePointName(String.fromCharCode(unit))
}

function escapeOf(unit: number): string {
  if (unit === 0x0a) return '\\n'
  return unit === 0x09 ? '\\t' : `\\u${unit.toString(16).padStart(4, '0')}`
}
