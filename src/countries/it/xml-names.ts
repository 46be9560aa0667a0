import type { XmlElement } from '../../einvoice/xml/element.js'

/** The name without its namespace: SdI's messages are recognised by it, in any namespace. */
export function localName({ name }: XmlElement): string {
  return name.startsWith('{') ? name.slice(name.indexOf('}') + 1) : name.slice(name.indexOf(':') + 1)
}

/** The first child of that local name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => localName(child) === name)
}

/** The text of that child in one line; undefined: absent or empty. */
export function textOf(element: XmlElement, name: string): string | undefined {
  const text = childOf(element, name)?.stringValue.replaceAll(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}
