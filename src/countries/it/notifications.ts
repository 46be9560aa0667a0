import { XmlWriter } from '../../einvoice/syntax/xml-writer.js'
import { cut } from '../../domain/text.js'

/** The data of the file in every notification. */
export interface NotifiedFile {
  /** IdentificativoSdI. */
  readonly id: string
  readonly fileName: string
  /** The id of the notification, at most 14 characters. */
  readonly messageId: string
  readonly receivedAt: Date
  /** SHA-256 (hex) of the document. */
  readonly sha256: string
  /** CodiceDestinatario, by which SdI distinguishes administrations from all others. */
  readonly recipient: { readonly code: string; readonly name: string }
}

/** An entry of ListaErrori. */
export interface SdiError {
  /** Five characters. */
  readonly code: string
  readonly description: string
}

const TO_ADMINISTRATIONS = 'http://www.fatturapa.gov.it/sdi/messaggi/v1.0'
const TO_OTHERS = 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fattura/messaggi/v1.0'
/** Maximum length of Descrizione, in characters. */
const DESCRIPTION_LENGTH = 255

/** Whether the invoice goes to an administration, whose office codes have six characters. */
export function isToAdministration({ recipient }: NotifiedFile): boolean {
  return recipient.code.length === 6
}

/** RC: SdI has delivered the invoice. */
export function deliveryReceipt(file: NotifiedFile, deliveredAt: Date): string {
  return notification(file, 'RicevutaConsegna', (sink) => {
    sink.text('DataOraRicezione', file.receivedAt.toISOString())
    sink.text('DataOraConsegna', deliveredAt.toISOString())
    sink.group('Destinatario', () => {
      sink.text('Codice', file.recipient.code)
      sink.text('Descrizione', file.recipient.name)
    })
  })
}

/**
 * MC, for others than administrations: issued, and made available to the customer for download.
 */
export function undeliveredReceipt(file: NotifiedFile): string {
  return notification(file, 'RicevutaImpossibilitaRecapito', (sink) => {
    sink.text('DataOraRicezione', file.receivedAt.toISOString())
    sink.text('Descrizione', 'Fattura messa a disposizione del cessionario/committente nella sua area riservata')
  })
}

/** NS: SdI rejects the file; the invoice was not issued. */
export function rejectionNotice(file: NotifiedFile, errors: readonly SdiError[]): string {
  const name = isToAdministration(file) ? 'NotificaScarto' : 'RicevutaScarto'
  return notification(file, name, (sink) => {
    sink.text('DataOraRicezione', file.receivedAt.toISOString())
    sink.group('ListaErrori', () => {
      for (const { code, description } of errors)
        sink.group('Errore', () => {
          sink.text('Codice', code)
          sink.text('Descrizione', cut(description, DESCRIPTION_LENGTH))
        })
    })
  })
}

/** NE: the administration accepts (EC01) or refuses (EC02) the invoice. */
export function outcomeNotice(
  file: NotifiedFile,
  outcome: 'EC01' | 'EC02',
  invoice: { readonly number: string; readonly issueDate: string },
  description?: string,
): string {
  return notification(file, 'NotificaEsito', (sink) => {
    sink.group(
      'EsitoCommittente',
      () => {
        sink.text('IdentificativoSdI', file.id)
        sink.group('RiferimentoFattura', () => {
          sink.text('NumeroFattura', invoice.number)
          sink.text('AnnoFattura', invoice.issueDate.slice(0, 4))
        })
        sink.text('Esito', outcome)
        sink.text('Descrizione', description === undefined ? undefined : cut(description, DESCRIPTION_LENGTH))
      },
      { versione: '1.0' },
    )
  })
}

/** DT: the administration has not responded for fifteen days. */
export function termNotice(file: NotifiedFile): string {
  return notification(file, 'NotificaDecorrenzaTermini', (sink) => {
    sink.text('Descrizione', 'Decorsi 15 giorni senza esito del cessionario/committente')
  })
}

function notification(file: NotifiedFile, name: string, content: (sink: XmlWriter) => void): string {
  const sink = new XmlWriter()
  const isOfAdministration = isToAdministration(file)
  const namespace = isOfAdministration ? TO_ADMINISTRATIONS : TO_OTHERS
  sink.group(
    `types:${name}`,
    () => {
      sink.text('IdentificativoSdI', file.id)
      sink.text('NomeFile', file.fileName)
      sink.text('Hash', isOfAdministration ? undefined : file.sha256)
      content(sink)
      sink.text('MessageId', file.messageId)
    },
    { 'xmlns:types': namespace, versione: '1.0' },
  )
  return sink.toString()
}
