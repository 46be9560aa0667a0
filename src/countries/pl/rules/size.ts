import { type Assertions, inContext, ROOT } from '../../../einvoice/rules/bindings/binding.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { FA3_NAMESPACE } from '../fa3/namespace.js'
import { largestBytes } from '../size.js'

/** The parts around all elements, as `XmlWriter` writes them. */
const FRAME = `<?xml version="1.0" encoding="UTF-8"?>\n${attributeOf('xmlns', FA3_NAMESPACE)}`

function attributeOf(name: string, value: string): string {
  return ` ${name}="${value}"`
}

/**
 * The size in bytes of a document that is not written yet: indented and in UTF-8, as the service
 * writes it.
 */
export function bytesWritten(root: XmlElement): number {
  return bytesOf(root, 0) + FRAME.length
}

function bytesOf(element: XmlElement, depth: number): number {
  const { name, children, attributes } = element
  const [tag, indent] = [name.length - 'fa:'.length, 2 * depth]
  let bytes = indent + tag + '<>\n'.length
  for (let at = 0; at < attributes.length; at += 2)
    bytes += attributeOf(attributes[at] ?? '', attributes[at + 1] ?? '').length
  // The string value of a group would be the texts of all its elements.
  if (children.length === 0) return bytes + escapedBytes(element.stringValue) + tag + '</>'.length
  for (const child of children) bytes += bytesOf(child, depth + 1)
  return bytes + indent + tag + '</>\n'.length
}

const ESCAPED: Readonly<Record<string, number>> = { '&': 4, '<': 3, '>': 3, '\r': 4 }

/** The size of a text in UTF-8, with its escapes. */
function escapedBytes(text: string): number {
  let bytes = Buffer.byteLength(text)
  for (const [character] of text.matchAll(/[&<>\r]/g)) bytes += ESCAPED[character] ?? 0
  return bytes
}

/** The size of the file: as received, or as it will be written. */
export const SIZE: readonly Assertions[] = [
  inContext(ROOT, {
    'KSEF:size': (root, { document: { tree } }) =>
      (tree.file?.bytes ?? bytesWritten(root)) <= largestBytes(root.child('fa:Zalacznik') !== undefined),
  }),
]
