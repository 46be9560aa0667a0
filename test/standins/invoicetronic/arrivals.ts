import { isSignedFile, readSignedFile } from '../../../src/countries/signing/cades.js'
import { element } from './account.js'

/** A file that SdI delivered to a company of the account. */
interface ArrivedFile {
  readonly id: number
  readonly companyId: number
  readonly identifier: string
  readonly fileName: string
  readonly bytes: Buffer
  readonly at: Date
  isRead: boolean
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
    }
    this.all.push(file)
    return file
  }
}

/** As Invoicetronic shows a file. A signed one is in Base64. */
export function shownFile(file: ArrivedFile, withPayload: boolean): Readonly<Record<string, unknown>> {
  const xml = xmlIn(file.bytes)
  const isSigned = isSignedFile(file.bytes)
  if (withPayload) file.isRead = true
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
    documents: [...xml.matchAll(/<Numero>([^<]*)<\/Numero>/g)].map(([, number]) => ({ number })),
    encoding: isSigned ? 'Base64' : 'Xml',
    is_read: file.isRead,
    ...(withPayload && { payload: isSigned ? file.bytes.toString('base64') : xml }),
  }
}

function xmlIn(bytes: Buffer): string {
  const xml = isSignedFile(bytes) ? Buffer.from(readSignedFile(bytes).content) : bytes
  return xml.toString(xml.toString('latin1', 0, 100).includes('encoding="ISO-8859-1"') ? 'latin1' : 'utf8')
}
