import type { XmlElement } from './element.js'
import { canonicalPrefix } from './namespaces.js'
import { RefusedXml, XML_LIMITS } from './refused-xml.js'
import { SourceElement } from './source-element.js'
import { resolved } from './texts.js'
import { TreeStack } from './tree-stack.js'

/**
 * Builds the elements of a document that libxml2 has found well-formed and without a DOCTYPE. For
 * such a document it only splits the text at its tags, which is ten times as fast as requesting
 * every node from libxml2 through WebAssembly.
 * @param source without byte order mark, line ends normalised to line feeds (XML 1.0, clause 2.11)
 * @throws RefusedXml `tooDeep`, or `malformed` for a prefix without a declaration
 */
export function buildTree(source: string): XmlElement {
  return new TreeBuilder(source).build()
}

const SLASH = 0x2f
const BANG = 0x21
const QUESTION = 0x3f
const GREATER = 0x3e
const EQUALS = 0x3d

class TreeBuilder {
  readonly #source: string
  #root: SourceElement | null = null
  #top: SourceElement | null = null
  /** The open elements around `#top`. */
  readonly #outer: (SourceElement | null)[] = []
  readonly #stack = new TreeStack<SourceElement>()
  #elements = 0
  #names = new NameScope(null, new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]))

  constructor(source: string) {
    this.#source = source
  }

  build(): XmlElement {
    const source = this.#source
    let at = 0
    for (let tag = source.indexOf('<'); tag >= 0; tag = source.indexOf('<', at)) {
      const kind = source.charCodeAt(tag + 1)
      if (kind === SLASH) {
        this.#close(at, tag)
        at = after(source, '>', tag)
      } else if (kind === BANG) {
        this.#append(at, tag)
        at = this.#commentOrCharacterData(tag)
      } else if (kind === QUESTION) {
        this.#append(at, tag)
        this.#part()
        at = after(source, '?>', tag)
      } else {
        this.#beforeChild(at, tag)
        at = this.#open(tag)
      }
    }
    if (this.#root === null) throw new RefusedXml('malformed', 'no element')
    return this.#root
  }

  #append(from: number, to: number): void {
    if (this.#top !== null && from < to) this.#top.content += resolved(this.#source.slice(from, to))
  }

  /** White space around child elements is indentation. */
  #beforeChild(from: number, to: number): void {
    const top = this.#top
    if (top === null) return
    if (!isBlankBetween(this.#source, from, to)) this.#append(from, to)
    else if (top.text !== '' && isBlankBetween(top.text, 0, top.text.length)) top.content = ''
  }

  #close(from: number, to: number): void {
    const top = this.#top
    if (top === null) throw new RefusedXml('malformed', 'there is an end tag too many')
    if (!this.#stack.hasChild || !isBlankBetween(this.#source, from, to)) this.#append(from, to)
    top.contentEnd = to
    this.#leave(top)
  }

  #leave(element: SourceElement): void {
    this.#stack.close(element)
    this.#top = this.#outer[this.#stack.depth] ?? null
    if (this.#names.owner === element) this.#names = this.#names.outer ?? this.#names
  }

  #commentOrCharacterData(tag: number): number {
    const source = this.#source
    if (source.startsWith('<!--', tag)) {
      this.#part()
      return after(source, '-->', tag + 4)
    }
    const end = after(source, ']]>', tag)
    if (this.#top !== null) this.#top.content += source.slice(tag + '<![CDATA['.length, end - 3)
    return end
  }

  #part(): void {
    if (this.#top !== null) this.#top.isParted = true
  }

  #open(tag: number): number {
    const source = this.#source
    let at = endOfName(source, tag + 1)
    const rawName = source.slice(tag + 1, at)
    const pairs: string[] = []
    let declarations: Map<string, string> | null = null
    for (;;) {
      while (source.charCodeAt(at) <= 0x20) at += 1
      const code = source.charCodeAt(at)
      if (code === GREATER || code === SLASH || at >= source.length) break
      const nameEnd = endOfName(source, at)
      const name = source.slice(at, nameEnd)
      const quote = firstQuote(source, nameEnd)
      const end = source.indexOf(source.charAt(quote), quote + 1)
      if (end < 0) throw new RefusedXml('malformed', 'an attribute does not end')
      const value = attributeValue(source.slice(quote + 1, end))
      if (name === 'xmlns') (declarations ??= new Map()).set('', value)
      else if (name.startsWith('xmlns:')) (declarations ??= new Map()).set(name.slice(6), value)
      else pairs.push(name, value)
      at = end + 1
    }
    const names = declarations === null ? this.#names : new NameScope(this.#names, declarations)
    const isEmpty = source.charCodeAt(at) === SLASH
    const behind = isEmpty ? at + 2 : at + 1
    const element = this.#add(names.element(rawName), tag, behind)
    if (pairs.length > 0) {
      for (let index = 0; index < pairs.length; index += 2) pairs[index] = names.attribute(pairs[index] ?? '')
      element.attributes = pairs
    }
    names.own(element)
    this.#names = names
    if (isEmpty) this.#leave(element)
    return behind
  }

  #add(name: string, tag: number, contentStart: number): SourceElement {
    const parent = this.#top
    const element = new SourceElement(name, parent, this.#elements, tag, this.#source, contentStart)
    this.#elements += 1
    this.#root ??= element
    this.#stack.add(element)
    this.#outer[this.#stack.depth] = parent
    this.#stack.open()
    this.#top = element
    if (this.#stack.depth > XML_LIMITS.depth)
      throw new RefusedXml('tooDeep', `elements are nested deeper than ${XML_LIMITS.depth}`)
    return element
  }
}

/** The prefixes in scope between two namespace declarations; each name is resolved once. */
class NameScope {
  owner: SourceElement | null = null
  readonly #elements = new Map<string, string>()
  readonly #attributes = new Map<string, string>()

  constructor(
    readonly outer: NameScope | null,
    private readonly declarations: ReadonlyMap<string, string>,
  ) {}

  own(element: SourceElement): void {
    this.owner ??= element
  }

  element(raw: string): string {
    const known = this.#elements.get(raw)
    if (known !== undefined) return known
    const name = internalized(this.#canonical(raw, this.#namespace(prefixOf(raw))))
    this.#elements.set(raw, name)
    return name
  }

  attribute(raw: string): string {
    const known = this.#attributes.get(raw)
    if (known !== undefined) return known
    const name = internalized(raw.includes(':') ? this.#canonical(raw, this.#namespace(prefixOf(raw))) : raw)
    this.#attributes.set(raw, name)
    return name
  }

  #canonical(raw: string, namespace: string): string {
    return canonicalPrefix(namespace) + raw.slice(raw.indexOf(':') + 1)
  }

  #namespace(prefix: string): string {
    const declared = this.declarations.get(prefix)
    if (declared !== undefined) return declared
    if (this.outer !== null) return this.outer.#namespace(prefix)
    if (prefix === '') return ''
    throw new RefusedXml('malformed', `the namespace prefix ${prefix} is not declared`)
  }
}

/**
 * Interns a name: the engine compares a slice of the document character by character, an interned
 * name by its reference. Rules compare names some thousand times per document.
 */
function internalized(name: string): string {
  return Object.keys({ [name]: 0 })[0] ?? name
}

function after(source: string, end: string, from: number): number {
  const at = source.indexOf(end, from)
  if (at < 0) throw new RefusedXml('malformed', 'a tag does not end')
  return at + end.length
}

function prefixOf(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? '' : name.slice(0, colon)
}

/** Names end at white space, `=`, `/` or `>`. */
function endOfName(source: string, from: number): number {
  let at = from
  for (; at < source.length; at += 1) {
    const code = source.charCodeAt(at)
    if (code <= 0x20 || code === GREATER || code === SLASH || code === EQUALS) return at
  }
  return at
}

function firstQuote(source: string, from: number): number {
  let at = from
  while (at < source.length && source.charCodeAt(at) !== 0x22 && source.charCodeAt(at) !== 0x27) at += 1
  return at
}

function isBlankBetween(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) > 0x20) return false
  return true
}

/** Literal white space becomes spaces, character references do not (XML 1.0, clause 3.3.3). */
function attributeValue(raw: string): string {
  return resolved(/[\t\n]/.test(raw) ? raw.replace(/[\t\n]/g, ' ') : raw)
}
