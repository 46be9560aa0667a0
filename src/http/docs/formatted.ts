/** How a language writes JSON values. */
interface Notation {
  readonly name: (name: string) => string
  readonly scalar: (value: unknown) => string
  /** After the last entry of a value on several lines. */
  readonly lastComma: string
  /** Around the entries of a value on one line. */
  readonly padding: string
  readonly indent: string
}

const plain = (value: unknown): string => JSON.stringify(value)
const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** A text in single quotes, if it needs no escapes. */
function quoted(value: unknown): string {
  const text = plain(value)
  return typeof value === 'string' && !/['"\\]/.test(text.slice(1, -1)) ? `'${value}'` : text
}

const NOTATIONS = {
  json: { name: plain, scalar: plain, lastComma: '', padding: ' ', indent: '  ' },
  js: {
    name: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)),
    scalar: quoted,
    lastComma: ',',
    padding: ' ',
    indent: '  ',
  },
  python: {
    name: plain,
    scalar: (value) => (typeof value === 'string' ? plain(value) : (PYTHON_WORDS[String(value)] ?? plain(value))),
    lastComma: ',',
    padding: '',
    indent: '    ',
  },
} as const satisfies Record<string, Notation>

/** Longer lines are broken where possible. */
const WIDTH = 76

/**
 * JSON as a person writes it in a language: short values are on one line.
 * @param value a value that JSON.parse can return
 */
export function formatted(value: unknown, language: keyof typeof NOTATIONS = 'json', indent = ''): string {
  const notation: Notation = NOTATIONS[language]
  const flat = onOneLine(value, notation)
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= WIDTH) return flat
  const inner = indent + notation.indent
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => inner + formatted(item, language, inner))
    : Object.entries(value).map(([name, item]) => `${inner}${notation.name(name)}: ${formatted(item, language, inner)}`)
  const lines = `\n${entries.join(',\n')}${notation.lastComma}\n${indent}`
  return Array.isArray(value) ? `[${lines}]` : `{${lines}}`
}

function onOneLine(value: unknown, notation: Notation): string {
  if (Array.isArray(value)) return `[${value.map((item) => onOneLine(item, notation)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return notation.scalar(value)
  const entries = Object.entries(value).map(([name, item]) => `${notation.name(name)}: ${onOneLine(item, notation)}`)
  return entries.length === 0 ? '{}' : `{${notation.padding}${entries.join(', ')}${notation.padding}}`
}
