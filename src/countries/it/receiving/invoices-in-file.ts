import { parseXmlOrNull } from '../../../einvoice/xml/parse.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { SourceElement } from '../../../einvoice/xml/source-element.js'
import type { MessageReader } from '../../gateway/message-reader.js'
import { envelopedFaults, signatureFaults, signedContainer } from '../../judging/signed-container.js'
import type { SignatureVerdict } from '../../signing/verify-xades.js'
import { childOf, localName } from '../xml-names.js'

/** A finding on the signature of a whole file. */
type SignatureFault = ReturnType<typeof signatureFaults>[number]

/** A file with several invoices (lotto): they share its header and its signatures. */
export interface InvoicesInFile {
  /** The document inside of signatures by CAdES; null: the file is the document. */
  readonly xml: Uint8Array | null
  /** The text of the document. */
  readonly text: string
  /** The root element as it is written. */
  readonly root: string
  /** Where each invoice begins and ends in the text. */
  readonly places: readonly (readonly [number, number])[]
  /** What is wrong with the signatures of the file. */
  readonly faults: readonly SignatureFault[]
}

/**
 * Finds the invoices in a file of several; null: it is no such file. Given the time in
 * milliseconds at which its signatures are judged; null: they are not.
 */
export const INVOICES_IN_FILE: MessageReader<number | null, InvoicesInFile | null> = {
  name: 'invoices in an Italian file',
  read: invoicesIn,
}

function invoicesIn(bytes: Uint8Array, now: number | null): InvoicesInFile | null {
  const container = signedContainer(bytes)
  if (container !== null && !('xml' in container)) return null
  const xml = container?.xml ?? bytes
  const tree = parseXmlOrNull(xml)
  if (tree === null || !(tree.root instanceof SourceElement)) return null
  const { root, source } = tree
  const ends = [...root.children.slice(1).map(({ offset }) => offset), root.contentEnd]
  const places = root.children.flatMap((child, index) =>
    localName(child) === BODY ? [[child.offset, ends[index] ?? root.contentEnd] as const] : [],
  )
  if (places.length < 2) return null
  return {
    xml: container?.xml ?? null,
    text: source,
    root: /^<([^\s/>]+)/.exec(source.slice(root.offset, root.offset + LONGEST_NAME))?.[1] ?? '',
    places,
    faults: now === null ? [] : faultsOf(root, xml, container?.verdicts ?? [], new Date(now)),
  }
}

function faultsOf(
  root: XmlElement,
  xml: Uint8Array,
  verdicts: readonly SignatureVerdict[],
  at: Date,
): readonly SignatureFault[] {
  const isEnveloped = childOf(root, 'Signature') !== undefined
  return [...signatureFaults(verdicts, at), ...(isEnveloped ? envelopedFaults(xml, at) : [])]
}

const BODY = 'FatturaElettronicaBody'
const LONGEST_NAME = 1_000

/** The text with a declaration of UTF-8, where it declares an encoding. */
export function declaredUtf8(text: string): string {
  return text.replace(ENCODING, '$1 encoding="UTF-8"')
}

/** In an XML declaration, whose other parts stay. */
const ENCODING = /^(<\?xml[^>]{0,100}?)[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*(?:"[^">]*"|'[^'>]*')/

/**
 * One of the invoices as a document of its own, in UTF-8: with the header, without the other
 * invoices and the signature.
 * @param part from 1
 */
export function documentOfPart({ text, root, places }: InvoicesInFile, part: number): Uint8Array {
  const head = declaredUtf8(text.slice(0, places[0]?.[0]))
  return Buffer.from(`${head}${text.slice(...(places[part - 1] ?? [0, 0])).trimEnd()}\n</${root}>\n`)
}

/** How the path of a finding in that document is in the whole file. */
export function pathInFile(path: string, part: number): string {
  return path.replace(/\/FatturaElettronicaBody(?=\/|$)/, `/${BODY}[${part}]`)
}
