import type { InvoicingMode } from '../../domain/invoice.js'
import { XmlWriter } from '../../einvoice/syntax/xml-writer.js'

/** KSeF's confirmation of one invoice. */
interface Receipt {
  readonly session: string
  /** Reference of the token with which the sender signed in. */
  readonly token: string
  /** Of the company that signed in. */
  readonly contextNip: string
  readonly sellerNip: string
  readonly ksefNumber: string
  readonly number: string
  /** `YYYY-MM-DD`. */
  readonly issueDate: string
  readonly sentAt: Date
  readonly acceptedAt: Date
  /** SHA-256 of the XML, hexadecimal. */
  readonly sha256: string
  readonly invoicingMode: InvoicingMode
}

/** The mode as KSeF writes it. */
export function ksefModeOf(mode: InvoicingMode): 'Online' | 'Offline' {
  return mode === 'online' ? 'Online' : 'Offline'
}

/**
 * The official confirmation of receipt (UPO) of one invoice in its edition 4-3. The ministry signs
 * KSeF's own; this one is not signed.
 */
export function upo(receipt: Receipt): string {
  const xml = new XmlWriter()
  const body = (): void => {
    xml.text('NazwaPodmiotuPrzyjmujacego', 'Ministerstwo Finansów')
    xml.text('NumerReferencyjnySesji', receipt.session)
    xml.group('Uwierzytelnienie', () => {
      xml.group('IdKontekstu', () => {
        xml.text('Nip', receipt.contextNip)
      })
      xml.text('NumerReferencyjnyTokenaKSeF', receipt.token)
    })
    xml.text('NazwaStrukturyLogicznej', 'schemat_FA(3)_v1-0E.xsd')
    xml.text('KodFormularza', 'FA (3)')
    xml.group('Dokument', () => {
      xml.text('NipSprzedawcy', receipt.sellerNip)
      xml.text('NumerKSeFDokumentu', receipt.ksefNumber)
      xml.text('NumerFaktury', receipt.number)
      xml.text('DataWystawieniaFaktury', receipt.issueDate)
      xml.text('DataPrzeslaniaDokumentu', receipt.sentAt.toISOString())
      xml.text('DataNadaniaNumeruKSeF', receipt.acceptedAt.toISOString())
      xml.text('SkrotDokumentu', Buffer.from(receipt.sha256, 'hex').toString('base64'))
      xml.text('TrybWysylki', ksefModeOf(receipt.invoicingMode))
    })
  }
  xml.group('Potwierdzenie', body, { xmlns: 'http://upo.schematy.mf.gov.pl/KSeF/v4-3', wersjaSchemy: '4-3' })
  return xml.toString()
}
