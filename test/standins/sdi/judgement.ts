import type { SdiError } from '../../../src/countries/it/notifications.js'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { RefusedXml } from '../../../src/einvoice/xml/refused-xml.js'

/** What the stand-in sees of an invoice. */
export interface SeenInvoice {
  /** CodiceDestinatario. */
  readonly recipient: { readonly code: string; readonly name: string }
  readonly hasPec: boolean
  readonly number: string
  readonly issueDate: string
  /** Seller, year and number, credit notes apart: what makes two files one invoice. */
  readonly key: string
}

/** Of ordinary and of simplified documents. */
const ROOTS: ReadonlySet<string> = new Set(['p:FatturaElettronica', 'fs:FatturaElettronicaSemplificata'])

/** SdI's limit for web services. */
const LARGEST_BYTES = 5 * 1024 * 1024

/** Judges a file as far as the stand-in does: name, form, signature. It knows no tax registry. */
export function judgeFile(name: string, bytes: Buffer): { readonly invoice: SeenInvoice; readonly errors: SdiError[] } {
  const error = (code: string, description: string) => ({ invoice: NOTHING, errors: [{ code, description }] })
  if (!/^[A-Z]{2}[A-Z0-9]{2,28}_[A-Za-z0-9]{1,5}\.xml$/.test(name)) return error('00001', 'Nome file non valido')
  if (bytes.length > LARGEST_BYTES) return error('00003', 'Le dimensioni del file superano quelle ammesse')
  let root: XmlElement
  try {
    root = parseXml(bytes).root
  } catch (refused) {
    if (refused instanceof RefusedXml) return error('00106', 'File / archivio vuoto o corrotto')
    throw refused
  }
  const header = root.child('FatturaElettronicaHeader')
  const transmission = header?.child('DatiTrasmissione')
  const body = root.child('FatturaElettronicaBody')
  const general = body?.select('DatiGenerali', 'DatiGeneraliDocumento')[0]
  if (!ROOTS.has(root.name) || !transmission || !body || !general)
    return error('00200', 'File non conforme al formato : cvc-complex-type.2.4.b: The content is not complete.')
  const invoice = invoiceIn(root, transmission, general)
  const format = transmission.child('FormatoTrasmissione')?.text
  if (format !== root.attribute('versione'))
    return {
      invoice,
      errors: [
        {
          code: '00428',
          description: '1.1.3 <FormatoTrasmissione> non coerente con il valore dell’attributo VERSION',
        },
      ],
    }
  if (format === 'FPA12' && root.child('ds:Signature') === undefined)
    return {
      invoice,
      errors: [{ code: '00102', description: 'File non integro (firma non valida) : 00102\r' }],
    }
  return { invoice, errors: [] }
}

function invoiceIn(root: XmlElement, transmission: XmlElement, general: XmlElement): SeenInvoice {
  const text = (element: XmlElement, ...path: readonly string[]): string => element.select(...path)[0]?.text ?? ''
  const isSimplified = root.name !== 'p:FatturaElettronica'
  const party = [
    'FatturaElettronicaHeader',
    'CedentePrestatore',
    ...(isSimplified ? [] : ['DatiAnagrafici']),
    'IdFiscaleIVA',
  ]
  const customer = isSimplified ? ['AltriDatiIdentificativi'] : ['DatiAnagrafici', 'Anagrafica']
  const [type, date, number] = [text(general, 'TipoDocumento'), text(general, 'Data'), text(general, 'Numero')]
  return {
    recipient: {
      code: text(transmission, 'CodiceDestinatario'),
      name: text(root, 'FatturaElettronicaHeader', 'CessionarioCommittente', ...customer, 'Denominazione'),
    },
    hasPec: transmission.child('PECDestinatario') !== undefined,
    number,
    issueDate: date,
    key: [
      ...[text(root, ...party, 'IdPaese'), text(root, ...party, 'IdCodice')],
      ...[date.slice(0, 4), number, type === 'TD04' || type === 'TD08' ? 'TD04' : ''],
    ].join(' '),
  }
}

const NOTHING: SeenInvoice = {
  recipient: { code: '', name: '' },
  hasPec: false,
  number: '',
  issueDate: '',
  key: '',
}
