import type { InvoicingMode } from '../../../domain/invoice.js'
import { RefusedXml } from '../../../einvoice/xml/refused-xml.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { parseXml } from '../../../einvoice/xml/parse.js'
import type { GovernmentDocument, NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { modeIn } from './acceptance.js'
import { isRefusedWith, isSaid, saidInWords } from './api.js'
import type { Connections } from './connections.js'
import type { Taxpayer } from './credentials.js'
import { sha256 } from './encryption.js'
import { notUnderstood, unanswered } from './failures.js'

/** The confirmation (UPO) of one invoice. */
export type Receipt =
  | {
      readonly kind: 'receipt'
      readonly document: GovernmentDocument
      readonly ksefNumber: string
      /** SHA-256 of the invoice in Base64. */
      readonly invoiceHash: string
      /** TrybWysylki; null: it names none. */
      readonly mode: InvoicingMode | null
    }
  /** There is none, or not yet, or we may not see it in that session. */
  | { readonly kind: 'none' }
  | NoAnswer

const BROKEN_SECONDS = 60

/**
 * Fetches a UPO.
 * @param path relative to the address of the interface, of one of the two calls that return the
 *   UPO of an invoice
 */
export async function fetchReceipt(
  connections: Connections,
  tools: GatewayTools,
  taxpayer: Taxpayer,
  path: string,
): Promise<Receipt> {
  const name = 'the request for the UPO'
  const { said } = await connections.call(taxpayer, { method: 'GET', path, name, expects: 'bytes', group: 'session' })
  if (!isSaid(said)) return said
  if (said.kind === 'forbidden') return { kind: 'none' }
  if (said.kind === 'refused') {
    const isNone = said.faults.length === 0 || isRefusedWith(said, 21178, 21173, 21164, 21165)
    if (isNone) return { kind: 'none' }
    // The session is temporarily unavailable.
    if (isRefusedWith(said, 21184))
      return unanswered(`KSeF refused ${name}: ${saidInWords(said)}`, BROKEN_SECONDS, tools)
  }
  if (said.kind !== 'bytes') return notUnderstood(name, saidInWords(said), tools)
  const hash = said.headers['x-ms-meta-hash']
  if (hash !== undefined && hash !== sha256(said.bytes))
    return unanswered('KSeF returned a corrupt UPO: its hash differs', BROKEN_SECONDS, tools)
  const read = readReceipt(said.bytes)
  if (read === null) return unanswered('KSeF returned a document that is not a UPO', BROKEN_SECONDS, tools)
  return { kind: 'receipt', document: { bytes: said.bytes, mediaType: 'application/xml' }, ...read }
}

/**
 * The content of a UPO; null: it is not a UPO. Read by local names: official examples have the
 * namespaces of several editions.
 */
export function readReceipt(
  bytes: Uint8Array,
): Pick<Extract<Receipt, { kind: 'receipt' }>, 'ksefNumber' | 'invoiceHash' | 'mode'> | null {
  try {
    const { root } = parseXml(bytes)
    if (localName(root) !== 'Potwierdzenie') return null
    const document = root.children.find((child) => localName(child) === 'Dokument')
    const textOf = (name: string): string =>
      document?.children.find((child) => localName(child) === name)?.text.trim() ?? ''
    const [ksefNumber, invoiceHash] = [textOf('NumerKSeFDokumentu'), textOf('SkrotDokumentu')]
    return ksefNumber === '' || invoiceHash === ''
      ? null
      : { ksefNumber, invoiceHash, mode: modeIn(textOf('TrybWysylki')) }
  } catch (error) {
    if (error instanceof RefusedXml) return null
    throw error
  }
}

function localName({ name }: XmlElement): string {
  return name.replace(/^(?:\{[^}]*\}|[^:]*:)/, '')
}
