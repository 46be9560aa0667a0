import {
  deliveryReceipt,
  type NotifiedFile,
  outcomeNotice,
  rejectionNotice,
  type SdiError,
  termNotice,
  undeliveredReceipt,
} from '../../../src/countries/it/notifications.js'
import { writeZip } from '../anaf/zip-writer.js'
import type { SeenInvoice } from './judgement.js'
import type { Notice } from './options.js'
import type { NoticeKind } from './soap.js'

/** A notification as it goes out. */
export interface WrittenNotice {
  readonly kind: NoticeKind
  /** Its own: `IT01234567890_00001_RC_001.xml`. */
  readonly name: string
  readonly file: Buffer
}

/** A file, as notifications name it, with the invoice in it. */
export interface NoticedFile extends NotifiedFile {
  readonly invoice: SeenInvoice
  readonly bytes: Buffer
}

/** NS. */
export function rejection(file: NotifiedFile, errors: readonly SdiError[]): WrittenNotice {
  return written(file, 'NS', rejectionNotice(file, errors))
}

/** Any other notification. */
export function notice(file: NoticedFile, what: Notice, description?: string): WrittenNotice {
  switch (what) {
    case 'RC':
      return written(file, 'RC', deliveryReceipt(file, file.receivedAt))
    case 'MC':
      return written(file, 'MC', file.recipient.code.length === 6 ? undelivered(file) : undeliveredReceipt(file))
    case 'EC01':
    case 'EC02':
      return written(file, 'NE', outcomeNotice(file, what, file.invoice, description))
    case 'DT':
      return written(file, 'DT', termNotice(file))
    case 'AT':
      return written(file, 'AT', attestation(file))
    case 'AT zip': {
      const { name, file: xml } = written(file, 'AT', attestation(file))
      const archive = writeZip([
        { name: file.fileName, bytes: file.bytes },
        { name, bytes: xml },
      ])
      return { kind: 'AT', name: name.replace(/xml$/, 'zip'), file: archive }
    }
  }
}

function written({ fileName }: NotifiedFile, kind: NoticeKind, xml: string): WrittenNotice {
  return { kind, name: fileName.replace(/\.xml$/, `_${kind}_001.xml`), file: Buffer.from(xml) }
}

const PUBLIC = 'http://www.fatturapa.gov.it/sdi/messaggi/v1.0'

/** MC to an administration: SdI tries for ten days more. */
function undelivered(file: NotifiedFile): string {
  return root(
    'NotificaMancataConsegna',
    `${head(file)}<DataOraRicezione>${file.receivedAt.toISOString()}</DataOraRicezione><MessageId>${file.messageId}</MessageId>`,
  )
}

function attestation(file: NotifiedFile): string {
  const { code, name } = file.recipient
  return root(
    'AttestazioneTrasmissioneFattura',
    `${head(file)}<DataOraRicezione>${file.receivedAt.toISOString()}</DataOraRicezione>` +
      `<Destinatario><Codice>${code}</Codice><Descrizione>${name}</Descrizione></Destinatario>` +
      `<MessageId>${file.messageId}</MessageId><HashFileOriginale>${file.sha256}</HashFileOriginale>`,
  )
}

function head({ id, fileName }: NotifiedFile): string {
  return `<IdentificativoSdI>${id}</IdentificativoSdI><NomeFile>${fileName}</NomeFile>`
}

function root(name: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><types:${name} xmlns:types="${PUBLIC}" versione="1.0">${content}</types:${name}>`
}
