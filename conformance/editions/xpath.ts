const NAME = String.raw`[\p{L}_][\p{L}\p{N}\p{M}._-]*`
const TOKEN = new RegExp(
  [
    String.raw`(?<comment>\(:[^]*?:\))`,
    String.raw`(?<text>"(?:[^"]|"")*"|'(?:[^']|'')*')`,
    String.raw`(?<name>${NAME}(?::(?:${NAME}|\*))?)`,
    String.raw`\d+(?:\.\d*)?|\.\d+`,
    String.raw`\/\/|::|<=|>=|!=|<<|>>|\.\.|:=|\|\|`,
    String.raw`[^ \t\r\n]`,
  ].join('|'),
  'gu',
)

/** Words that stand before a bracket without being a function. */
const KEYWORDS = new Set('and or in return then else eq ne lt le gt ge to div mod is union except intersect'.split(' '))

/**
 * An XPath without irrelevant details: white space, comments, the kind of quotes, the choice of
 * prefixes.
 */
export interface Expression {
  /** Equal for expressions that differ in these details only. */
  readonly canonical: string
  /** Names of the variables that it uses. */
  readonly variables: readonly string[]
  /** Names of the functions that it calls, with their namespace where they have one. */
  readonly functions: readonly string[]
  /** The lists of codes written in it. */
  readonly lists: readonly (readonly string[])[]
}

/** What prefixes mean. */
export type Namespaces = ReadonlyMap<string, string>

/** A name with its namespace in place of the prefix; as written where the prefix has none. */
export function expanded(name: string, namespaces: Namespaces): string {
  const colon = name.indexOf(':')
  const namespace = colon < 0 ? undefined : namespaces.get(name.slice(0, colon))
  return namespace === undefined ? name : `{${namespace}}${name.slice(colon + 1)}`
}

/** The codes of `' A B C '`: words between spaces; null for any other text. */
function codesIn(text: string): readonly string[] | null {
  if (!/^ *[\w./+:-]+(?: +[\w./+:-]+)* *$/.test(text) || !text.includes(' ')) return null
  const codes = text.split(' ').filter((code) => code !== '')
  return codes.length > 1 || (text.startsWith(' ') && text.endsWith(' ')) ? codes : null
}

interface Token {
  readonly kind: 'text' | 'name' | 'sign'
  readonly value: string
}

function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = []
  for (const { 0: written, groups } of source.matchAll(TOKEN)) {
    if (groups?.['comment'] !== undefined) continue
    if (groups?.['text'] !== undefined) {
      const quote = written.charAt(0)
      const text = written
        .slice(1, -1)
        .replaceAll(quote + quote, quote)
        .replace(/[\t\r\n]/g, ' ')
      // The layout of a list of codes is irrelevant; in any other text each space counts.
      tokens.push({ kind: 'text', value: codesIn(text) === null ? text : text.replace(/ +/g, ' ') })
    } else tokens.push({ kind: groups?.['name'] === undefined ? 'sign' : 'name', value: written })
  }
  return tokens
}

/**
 * The lists written as texts of several words, or as several texts in brackets that do not belong
 * to a function.
 */
function listsIn(tokens: readonly Token[]): readonly (readonly string[])[] {
  const lists: (readonly string[])[] = []
  tokens.forEach(({ kind, value }, index) => {
    if (kind === 'text') {
      const codes = codesIn(value)
      if (codes !== null) lists.push(codes)
    }
    const before = tokens[index - 1]
    if (kind !== 'sign' || value !== '(' || (before?.kind === 'name' && !KEYWORDS.has(before.value))) return
    const codes: string[] = []
    let at = index + 1
    for (; tokens[at]?.kind === 'text'; at += 2) {
      codes.push(tokens[at]?.value ?? '')
      if (tokens[at + 1]?.value !== ',') break
    }
    if (codes.length > 1 && tokens[at + 1]?.value === ')') lists.push(codes)
  })
  return lists
}

/** Takes an XPath apart. Never fails: a text that is not an XPath yields its tokens too. */
export function expression(source: string, namespaces: Namespaces): Expression {
  const tokens = tokensOf(source)
  const variables = new Set<string>()
  const functions = new Set<string>()
  const words = tokens.map(({ kind, value }, index) => {
    if (kind === 'text') return JSON.stringify(value)
    if (kind === 'sign') return value
    const name = expanded(value, namespaces)
    const [before, after] = [tokens[index - 1], tokens[index + 1]]
    if (before?.kind === 'sign' && before.value === '$') variables.add(name)
    else if (after?.kind === 'sign' && after.value === '(') functions.add(name)
    return name
  })
  return { canonical: words.join(' '), variables: [...variables], functions: [...functions], lists: listsIn(tokens) }
}
