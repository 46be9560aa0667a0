import { isSignedFile, readSignedFile } from '../../../src/countries/signing/cades.js'
import { element } from './account.js'

/** A file that SdI delivered to a company of the account. */
export interface ArrivedFile {
  readonly id: number
  readonly companyId: number
  readonly identifier: string
  readonly fileName: string
  readonly bytes: Buffer
  readonly at: Date
  isRead: boolean
  isDeleted: boolean
}

/** How a file comes. */
interface ArrivalOptions {
  readonly identifier?: string
  readonly at?: Date
}

/** What SdI delivered, and to whom. */
export class ArrivedFiles {
  readonly all: ArrivedFile[] = []
  /** Numbers of companies by their VAT numbers. */
  readonly companies = new Map<string, number>()

  /** A company of the account. */
  add(vat: string): number {
    const id = this.companies.get(vat) ?? 300 + this.companies.size
    this.companies.set(vat, id)
    return id
  }

  /** SdI delivers a file to the company that is its buyer. */
  deliver(fileName: string, bytes: Buffer, now: Date, { identifier, at = now }: ArrivalOptions = {}): ArrivedFile {
    const xml = xmlIn(bytes)
    const [, buyer = ''] = /<CessionarioCommittente>([^]*)<\/CessionarioCommittente>/.exec(xml) ?? []
    const file: ArrivedFile = {
      id: 9001 + this.all.length,
      companyId: this.add(`${element(buyer, 'IdPaese')}${element(buyer, 'IdCodice')}`),
      identifier: identifier ?? String(18_000_000_001 + this.all.length),
      fileName,
      bytes,
      at,
      isRead: false,
      isDeleted: false,
    }
    this.all.push(file)
    return file
  }
}

/** Whether the filters of a list let a file through. */
export function isWanted(file: ArrivedFile, query: URLSearchParams): boolean {
  const { identifier, companyId, fileName, at, isRead, isDeleted, bytes } = file
  if (isDeleted || (query.get('unread') === 'true' && isRead)) return false
  const { buyer, supplier, documents } = contentOf(xmlIn(bytes))
  const own: Readonly<Record<string, readonly string[]>> = {
    identifier: [identifier],
    company_id: [String(companyId)],
    file_name: [fileName],
    committente: buyer.numbers,
    prestatore: supplier.numbers,
    document_number: documents.map(({ number }) => number),
  }
  const times: Readonly<Record<string, readonly Date[]>> = {
    last_update: [at],
    date_sent: [at],
    document_date: documents.map(({ date }) => new Date(date)),
  }
  const isIn = ([name, dates]: readonly [string, readonly Date[]]): boolean => {
    const [from, to] = ['from', 'to'].map((end) => query.get(`${name}_${end}`) ?? null)
    if (from == null && to == null) return true
    return dates.some((date) => (from == null || date >= new Date(from)) && (to == null || date <= new Date(to)))
  }
  const text = [identifier, fileName, ...buyer.numbers, ...supplier.numbers].join(' ')
  return (
    Object.entries(own).every(([name, values]) => values.includes(query.get(name) ?? '') || !query.has(name)) &&
    Object.entries(times).every(isIn) &&
    text.toLowerCase().includes((query.get('q') ?? '').toLowerCase())
  )
}

/** The content of a file: XML as text, a signed one in Base64. Who gets it has read the file. */
export function payloadOf(file: ArrivedFile): string {
  file.isRead = true
  return isSignedFile(file.bytes) ? file.bytes.toString('base64') : xmlIn(file.bytes)
}

/** As Invoicetronic shows a file. */
export function shownFile(file: ArrivedFile, withPayload: boolean): Readonly<Record<string, unknown>> {
  const xml = xmlIn(file.bytes)
  const payload = withPayload ? payloadOf(file) : null
  const { buyer, supplier, documents } = contentOf(xml)
  return {
    id: file.id,
    created: file.at.toISOString(),
    version: 1,
    company_id: file.companyId,
    identifier: file.identifier,
    file_name: file.fileName,
    format: element(xml, 'FormatoTrasmissione'),
    last_update: file.at.toISOString(),
    date_sent: file.at.toISOString(),
    committente: buyer.numbers[0] ?? null,
    prestatore: supplier.numbers[0] ?? null,
    nome_prestatore: supplier.name,
    documents,
    encoding: isSignedFile(file.bytes) ? 'Base64' : 'Xml',
    is_read: file.isRead,
    message_id: file.identifier,
    ...(payload !== null && { payload }),
  }
}

interface Party {
  /** Its number of VAT, with and without the country, and its Codice Fiscale if it is named. */
  readonly numbers: readonly string[]
  readonly name: string
}

/** What Invoicetronic reads in a file. */
function contentOf(xml: string): {
  readonly buyer: Party
  readonly supplier: Party
  readonly documents: readonly { readonly number: string; readonly date: string }[]
} {
  return {
    buyer: partyIn(xml, 'CessionarioCommittente'),
    supplier: partyIn(xml, 'CedentePrestatore'),
    documents: [...xml.matchAll(/<DatiGeneraliDocumento>([^]*?)<\/DatiGeneraliDocumento>/g)].map(([, head = '']) => ({
      number: element(head, 'Numero'),
      date: element(head, 'Data'),
    })),
  }
}

function partyIn(xml: string, name: string): Party {
  const [, party = ''] = new RegExp(`<${name}>([^]*?)</${name}>`).exec(xml) ?? []
  const code = element(party, 'IdCodice')
  const numbers = [code && `${element(party, 'IdPaese')}${code}`, code, element(party, 'CodiceFiscale')]
  return { numbers: numbers.filter((number) => number !== ''), name: element(party, 'Denominazione') }
}

function xmlIn(bytes: Buffer): string {
  const xml = isSignedFile(bytes) ? Buffer.from(readSignedFile(bytes).content) : bytes
  return xml.toString(xml.toString('latin1', 0, 100).includes('encoding="ISO-8859-1"') ? 'latin1' : 'utf8')
}
