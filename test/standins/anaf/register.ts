import { hash } from 'node:crypto'
import { judgeUpload } from './judgement.js'
import { writeZip } from './zip-writer.js'

/** An upload, accepted or not. */
export interface ReceivedUpload {
  readonly at: Date
  readonly path: 'upload' | 'uploadb2c'
  readonly parameters: Readonly<Record<string, string>>
  readonly sha256: string
  readonly bytes: Buffer
  /** `index_incarcare`; null: it was not accepted. */
  index: string | null
  /** Whether the sender got the answer. */
  answered: boolean
}

/** An accepted upload. */
export interface TakenUpload {
  readonly index: string
  readonly downloadId: string
  readonly cif: string
  readonly sha256: string
  readonly bytes: Buffer
  readonly takenAt: Date
  readonly decision: Decision
  /** When the list shows its message. */
  readonly listedFrom: Date
  /** Supplier, number and date, which identify a repetition. */
  readonly content: string | null
  readonly isMessage: boolean
}

/** An invoice that a supplier's company sent to one of ours. */
export interface ArrivedInvoice extends TakenUpload {
  /** CIF of the supplier; `cif` is that of the customer. */
  readonly supplier: string
}

/** What a buyer says about an invoice, for its seller (`cif`). */
export interface DeliveredMessage extends TakenUpload {
  /** In the list. */
  readonly kind: string
}

/** The decision, shown from its time on. */
interface Decision {
  readonly state: 'ok' | 'nok' | 'XML cu erori nepreluat de sistem'
  readonly texts: readonly string[]
  readonly from: Date
}

/** The requested outcome of an upload, in addition to that of its content. */
export interface TakeWishes {
  readonly decisionSeconds: number
  readonly rejectTexts: readonly string[] | null
  readonly listedLaterSeconds: number
}

/** ANAF's indices began their present ranges there. */
const FIRST_INDEX = 5_000_000_000
const FIRST_DOWNLOAD = 3_000_000_000
/** Numbers of what comes from others. */
const ARRIVED = 500_000_000

/** All uploads to the stand-in, and their outcomes. */
export class Register {
  readonly received: ReceivedUpload[] = []
  readonly taken: TakenUpload[] = []
  readonly arrived: ArrivedInvoice[] = []
  readonly messages: DeliveredMessage[] = []

  /** An invoice of a supplier is there for a company. */
  deliver(cif: string, supplier: string, bytes: Buffer, now: Date, listedLaterSeconds = 0): ArrivedInvoice {
    const number = this.arrived.length + 1
    const invoice: ArrivedInvoice = {
      index: String(FIRST_INDEX + ARRIVED + number),
      downloadId: String(FIRST_DOWNLOAD + ARRIVED + number),
      cif,
      supplier,
      sha256: hash('sha256', bytes),
      bytes,
      takenAt: now,
      decision: { state: 'ok', texts: [], from: now },
      listedFrom: new Date(now.getTime() + listedLaterSeconds * 1000),
      content: null,
      isMessage: false,
    }
    this.arrived.push(invoice)
    return invoice
  }

  /** A buyer's message is there for the company that sent an invoice. */
  deliverMessage(cif: string, bytes: Buffer, now: Date, kind = 'MESAJ CUMPARATOR PRIMIT'): DeliveredMessage {
    const number = 2 * ARRIVED + this.messages.length + 1
    const message: DeliveredMessage = {
      index: String(FIRST_INDEX + number),
      downloadId: String(FIRST_DOWNLOAD + number),
      cif,
      kind,
      sha256: hash('sha256', bytes),
      bytes,
      takenAt: now,
      decision: { state: 'ok', texts: [], from: now },
      listedFrom: now,
      content: null,
      isMessage: true,
    }
    this.messages.push(message)
    return message
  }

  /** Accepts an upload and decides on it, as of its decision's time. */
  take(cif: string, bytes: Buffer, now: Date, wishes: TakeWishes): TakenUpload {
    const number = this.taken.length + 1
    const { content, isWellFormed, about } = judgeUpload(bytes)
    const isMessage = about !== null
    const seller =
      this.taken.find(({ index }) => index === about)?.cif ??
      this.arrived.find(({ index }) => index === about)?.supplier
    const sha256 = hash('sha256', bytes)
    const earlier = this.taken.find(
      (upload) =>
        !isMessage &&
        upload.decision.state === 'ok' &&
        (upload.sha256 === sha256 || (content !== null && upload.content === content)),
    )
    const duplicate =
      earlier === undefined
        ? null
        : [
            `Factura a mai fost transmisa anterior cu index=${earlier.index} si data incarcare=${earlier.takenAt.toISOString().slice(0, 10)}`,
          ]
    const unknown = isMessage && seller === undefined ? [`Nu exista factura cu id_incarcare= ${about}`] : null
    const texts = wishes.rejectTexts ?? duplicate ?? unknown ?? []
    const from = new Date(now.getTime() + wishes.decisionSeconds * 1000)
    const upload: TakenUpload = {
      index: String(FIRST_INDEX + number),
      downloadId: String(FIRST_DOWNLOAD + number),
      cif,
      sha256,
      bytes,
      takenAt: now,
      decision: {
        state: !isWellFormed ? 'XML cu erori nepreluat de sistem' : texts.length > 0 ? 'nok' : 'ok',
        texts,
        from,
      },
      listedFrom: new Date(from.getTime() + wishes.listedLaterSeconds * 1000),
      content,
      isMessage,
    }
    this.taken.push(upload)
    if (isMessage && seller !== undefined && texts.length === 0) this.deliverMessage(seller, bytes, from)
    return upload
  }

  byIndex(index: string): TakenUpload | undefined {
    return this.taken.find((upload) => upload.index === index)
  }

  byDownload(downloadId: string): TakenUpload | undefined {
    return [...this.taken, ...this.arrived, ...this.messages].find((upload) => upload.downloadId === downloadId)
  }
}

/** The archive of a decision: the document or its errors, and the ministry's signature. */
export function archiveOf({ index, cif, bytes, decision }: TakenUpload): Buffer {
  const document = decision.state === 'ok' ? bytes : Buffer.from(errorList(index, cif, decision.texts))
  const signature = `<?xml version="1.0" encoding="UTF-8"?><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:DigestValue>${hash('sha256', document, 'base64')}</ds:DigestValue></ds:SignedInfo></ds:Signature>`
  return writeZip([
    { name: `${index}.xml`, bytes: document },
    { name: `semnatura_${index}.xml`, bytes: Buffer.from(signature) },
  ])
}

/** The namespace really is spelt "Factuta". */
function errorList(index: string, cif: string, texts: readonly string[]): string {
  const errors = texts.map((text) => `  <Error errorMessage="${attribute(text)}"/>\n`).join('')
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<header xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1" Index_incarcare="${index}" Cif_emitent="${cif}">\n${errors}</header>`
}

/** A text as the value of an attribute. */
export function attribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
