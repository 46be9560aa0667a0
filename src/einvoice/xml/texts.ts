import { RefusedXml } from './refused-xml.js'

/** A section of a well-formed document, split into its kinds of content. */
type Piece = 'text' | 'open' | 'close' | 'empty' | 'aside'

/** The string value of an element's content: all its text and that of the elements inside. */
export function stringValueIn(source: string, from: number, to: number): string {
  const texts: string[] = []
  cut(source, from, to, (kind, text) => {
    if (kind === 'text') texts.push(text)
  })
  return texts.join('')
}

/** The text nodes directly in an element. Character data belongs to the text around it. */
export function textNodesIn(source: string, from: number, to: number): readonly string[] {
  const nodes: string[] = []
  let depth = 0
  let node = ''
  cut(source, from, to, (kind, text) => {
    if (kind === 'text') {
      if (depth === 0) node += text
      return
    }
    if (depth === 0 && node !== '') nodes.push(node)
    node = ''
    if (kind === 'open') depth += 1
    else if (kind === 'close') depth -= 1
  })
  return node === '' ? nodes : [...nodes, node]
}

function cut(source: string, from: number, to: number, take: (kind: Piece, text: string) => void): void {
  let at = from
  while (at < to) {
    const tag = source.indexOf('<', at)
    const end = tag < 0 || tag > to ? to : tag
    if (end > at) take('text', resolved(source.slice(at, end)))
    if (end === to) return
    if (source.startsWith('<![CDATA[', tag)) {
      at = source.indexOf(']]>', tag) + 3
      if (at - 3 > tag + 9) take('text', source.slice(tag + 9, at - 3))
    } else if (source.startsWith('<!--', tag)) {
      at = source.indexOf('-->', tag + 4) + 3
      take('aside', '')
    } else if (source.startsWith('<?', tag)) {
      at = source.indexOf('?>', tag) + 2
      take('aside', '')
    } else {
      at = endOfTag(source, tag)
      take(source.startsWith('</', tag) ? 'close' : source.charAt(at - 2) === '/' ? 'empty' : 'open', '')
    }
  }
}

/** The position after the `>` of a tag; one in an attribute's value does not end it. */
function endOfTag(source: string, tag: number): number {
  let quote = ''
  for (let at = tag + 1; at < source.length; at += 1) {
    const character = source.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return at + 1
    else if (character === '"' || character === "'") quote = character
  }
  return source.length
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['apos', "'"],
  ['quot', '"'],
])

/**
 * Resolves the references in a text.
 * @throws RefusedXml for an entity that XML itself does not define
 */
export function resolved(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replace(
    /&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([A-Za-z]+));/g,
    (_, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) {
        const character = NAMED.get(name)
        if (character === undefined) throw new RefusedXml('malformed', `the entity ${name} is not declared`)
        return character
      }
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
    },
  )
}
