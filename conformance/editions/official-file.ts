import { readFileSync, statSync } from 'node:fs'
import { decodeXml } from '../../src/einvoice/xml/decode.js'
import { RefusedXml, XML_LIMITS } from '../../src/einvoice/xml/refused-xml.js'
import type { XmlElement, XmlTree } from '../../src/einvoice/xml/element.js'
import { parseXml } from '../../src/einvoice/xml/parse.js'

/** A file of a folder that states something, by its root element. */
export interface OfficialFile {
  /** Where it is on this machine. */
  readonly path: string
  /** Relative to the folder, with slashes. */
  readonly name: string
  /** The local name of the root element; `{` for JSON. */
  readonly root: string
}

/** An official XML file that was read. */
export interface OfficialXml {
  readonly name: string
  readonly text: string
  readonly tree: XmlTree
  readonly root: XmlElement
  /**
   * What prefixes mean by the declarations of the file, anywhere in it; `xs` is known to XPath
   * without one.
   */
  readonly namespaces: ReadonlyMap<string, string>
}

/** A document type declaration, with its position. */
export const DOCTYPE = /<!DOCTYPE[^[>]*(?:\[[^\]]*\][^>]*)?>/y

/**
 * Reads an official XML file. The schema of signatures has a DOCTYPE, which is blanked: the lines
 * stay where they are.
 */
export function readOfficialXml({ path, name }: OfficialFile): OfficialXml {
  const { size } = statSync(path)
  if (size > XML_LIMITS.bytes) throw new RefusedXml('tooLarge', `${size} bytes; at most ${XML_LIMITS.bytes} are read`)
  const { text: written } = decodeXml(readFileSync(path))
  const text = written.replace(new RegExp(DOCTYPE.source), (all) => all.replace(/[^\n]/g, ' '))
  const tree = parseXml(Buffer.from(text.replace(/^<\?xml[^>]*\?>/, (all) => ' '.repeat(all.length))))
  const namespaces = new Map<string, string>()
  for (const [, prefix = '', , uri = ''] of text.matchAll(
    /[ \t\r\n]xmlns(?::([\w.-]+))?[ \t\r\n]*=[ \t\r\n]*(["'])(.*?)\2/g,
  ))
    if (!namespaces.has(prefix)) namespaces.set(prefix, uri)
  if (!namespaces.has('xs')) namespaces.set('xs', 'http://www.w3.org/2001/XMLSchema')
  return { name, text, tree, root: tree.root, namespaces }
}

/** The line of an element, as `file:line`. */
export const placeOf = ({ name, tree }: OfficialXml, element: XmlElement): string => `${name}:${tree.lineOf(element)}`

const LONGEST_EDITION = 200

/**
 * Which edition a file is, by its own text: the first line of its titles and comments that names a
 * version or release with a number. The version of its licence does not count.
 */
export function editionOf(texts: readonly string[]): string {
  for (const text of texts) {
    const lines = Array.from(text.matchAll(/<!--([^]*?)-->|<(?:\w+:)?title[^>]*>([^<]*)</g), ([, comment, title]) =>
      (comment ?? title ?? '').split(/\r?\n/),
    )
    const said = lines
      .flat()
      .map((line) => line.replace(/[ \t]+/g, ' ').trim())
      .find(
        (line) =>
          /version|release|last update|\bv\d/i.test(line) && /\d|@[\w.]+@/.test(line) && !/licen[cs]/i.test(line),
      )
    if (said !== undefined) return said.slice(0, LONGEST_EDITION)
  }
  return ''
}

/** The business terms and groups that a message names. */
export function termsIn(message: string): readonly string[] {
  return [...new Set(Array.from(message.matchAll(/\b(?:BT|BG)-(?:[A-Z]+-)*\d+\b/g), ([term]) => term))]
}
