import { lengthOf } from '../../domain/text.js'
import type { InvoiceReceived } from '../../domain/received.js'
import { XmlWriter } from '../../einvoice/syntax/xml-writer.js'
import type { Answering, BarredAnswer, OutgoingAnswer } from '../gateway/answering.js'
import type { GovernmentDocument } from '../gateway/government-document.js'
import { latin1 } from './latin.js'

const MESSAGES = 'http://www.fatturapa.gov.it/sdi/messaggi/v1.0'
/** `Descrizione_Type`. */
const LONGEST_REASON = 255
/** An administration answers within fifteen days, after which the invoice counts as accepted. */
const DAYS = 15
const DAY_MS = 86_400_000

/** What an administration answers to SdI; companies answer nothing. */
export const ITALIAN_ANSWERING: Answering = {
  codes: {
    approved: { code: 'EC01', label: 'The administration accepts the invoice' },
    rejected: { code: 'EC02', label: 'The administration refuses the invoice' },
  },
  longestReason: LONGEST_REASON,
  barred,
  write: writeOutcome,
}

function barred(received: InvoiceReceived['data'], now: Date): BarredAnswer | null {
  const { edition, channel, arrivedAt, part } = received
  if (edition !== 'FPA12')
    return {
      kind: 'never',
      message: 'Only administrations respond in Italy, and the invoice is none to an administration (FPA12)',
    }
  if (channel === 'invoicetronic')
    return { kind: 'never', message: 'Invoicetronic, by which the invoice came, brings no responses to SdI' }
  if (part !== undefined && reference(received) === null)
    return { kind: 'never', message: 'The response has to name the number of the invoice, which can not be read' }
  return now.getTime() - Date.parse(arrivedAt) > DAYS * DAY_MS ? late(`${DAYS} days`) : null
}

/** The answer comes too late, because of what has passed. */
export function late(passed: string): BarredAnswer {
  return { kind: 'late', message: `The invoice counts as accepted after ${passed}, and takes no response any more` }
}

/** The invoice in its file; null: it can't be named, so the answer is about the file. */
function reference({ number, issueDate }: InvoiceReceived['data']): { number: string; year: string } | null {
  if (number === null || issueDate === null || !/^[ -~]{1,20}$/.test(number)) return null
  return { number, year: issueDate.slice(0, 4) }
}

/** `NotificaEsitoCommittente` (EC). */
function writeOutcome({ received, nationalCode, reason, responseId }: OutgoingAnswer): GovernmentDocument {
  const xml = new XmlWriter()
  const its = reference(received)
  xml.group(
    'types:NotificaEsitoCommittente',
    () => {
      xml.text('IdentificativoSdI', received.govId ?? '')
      if (its !== null)
        xml.group('RiferimentoFattura', () => {
          xml.text('NumeroFattura', its.number)
          xml.text('AnnoFattura', its.year)
          if (received.part !== undefined) xml.text('PosizioneFattura', String(received.part))
        })
      xml.text('Esito', nationalCode)
      if (reason !== null) xml.text('Descrizione', descriptionOf(reason))
      xml.text('MessageIdCommittente', responseId.slice(-14))
    },
    { 'xmlns:types': MESSAGES, versione: '1.0' },
  )
  return { bytes: new TextEncoder().encode(xml.toString()), mediaType: 'application/xml' }
}

/** On one line, in plain characters where that makes it no longer. */
function descriptionOf(reason: string): string {
  const plain = latin1(reason)
  return lengthOf(plain) <= LONGEST_REASON ? plain : reason
}
