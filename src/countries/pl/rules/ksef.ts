import {
  type Assertions,
  type Context,
  everywhere,
  inContext,
  once,
  ROOT,
} from '../../../einvoice/rules/bindings/binding.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { isNip } from '../identity.js'

/**
 * Characters that KSeF refuses in texts: control characters and code points that are no Unicode
 * characters. It accepts the line separator U+0085.
 */
const REFUSED = /[\u007F-\u0084\u0086-\u009F]|\p{Noncharacter_Code_Point}/u

const WITH_REFUSED: Context = once(({ root }) => {
  const found: XmlElement[] = []
  const visit = (element: XmlElement): void => {
    const { attributes, children } = element
    if (
      (children.length === 0 && REFUSED.test(element.stringValue)) ||
      attributes.some((value, index) => index % 2 === 1 && REFUSED.test(value))
    )
      found.push(element)
    children.forEach(visit)
  }
  visit(root)
  return found
})

const INSTRUCTION = /^<\?(?!xml[ \t\r\n])/

/** Whether an XML text has a processing instruction; the XML declaration is not one. */
function hasInstruction(xml: string): boolean {
  let at = xml.indexOf('<')
  while (at >= 0) {
    if (INSTRUCTION.test(xml.slice(at, at + 6))) return true
    const end = xml.startsWith('<!--', at) ? '-->' : xml.startsWith('<![CDATA[', at) ? ']]>' : ''
    const closed = end === '' ? at + 1 : xml.indexOf(end, at + 4)
    at = closed < 0 ? -1 : xml.indexOf('<', closed)
  }
  return false
}

/** KSeF's checks beyond the schema that need only the document. */
export const KSEF_CHECKS: readonly Assertions[] = [
  inContext(ROOT, {
    'KSEF:PI': (_, { document }) => !hasInstruction(document.tree.source),
    'KSEF:BOM': (_, { document }) => document.tree.file?.isMarked !== true,
    'KSEF:encoding': (_, { document }) => document.tree.file?.isUtf8 !== false,
  }),
  inContext(WITH_REFUSED, { 'KSEF:chars': () => false }),
  inContext(everywhere('fa:NIP', 'fa:IDWew'), {
    'KSEF:NIP': ({ stringValue }) => {
      // An internal id begins with the NIP. The schema reports other forms.
      const [, nip] = /^(\d{10})(?:-\d{5})?$/.exec(stringValue) ?? []
      return nip === undefined || isNip(nip)
    },
  }),
]
