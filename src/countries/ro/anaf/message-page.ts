import { romanianInstant } from './romanian-day.js'
import { TEXTS } from './texts.js'
import { fieldsOf } from '../../../domain/json.js'

/** A message of ANAF's list. */
export interface ListedMessage {
  /** The number of its upload (`id_solicitare`). */
  readonly uploadId: string
  /** The id of its archive for downloads (`id`). */
  readonly downloadId: string
  /** For example `FACTURA TRIMISA`. */
  readonly kind: string
  /** What the message says of itself (`detalii`); null: nothing. */
  readonly details: string | null
}

/** One page of the list. */
export interface MessagePage {
  readonly kind: 'page'
  readonly messages: readonly ListedMessage[]
  /** The number of pages. */
  readonly pages: number
}

/** ANAF refuses the period by its own clock. */
interface Untimely {
  readonly kind: 'untimely'
  /** ANAF's text. */
  readonly text: string
  /** ANAF's time as the text names it, to the second; null: it names none. */
  readonly time: Date | null
}

const NUMBER = /^[0-9]{1,18}$/
const NO_MESSAGES: MessagePage = { kind: 'page', messages: [], pages: 0 }

/**
 * A page of the list, or null if the body is not one. Without the number of pages, or with an
 * unreadable message, it is not one: the wanted message might be on the next page, or be that one.
 */
export function readPage(
  json: Readonly<Record<string, unknown>>,
  error: string | null,
  now: Date,
): MessagePage | Untimely | null {
  if (error !== null) {
    if (TEXTS.emptyList.test(error) || TEXTS.pageTooHigh.test(error)) return NO_MESSAGES
    if (!TEXTS.untimely.test(error)) return null
    return { kind: 'untimely', text: error, time: romanianInstant(TEXTS.requestTime.exec(error)?.[1] ?? '', now) }
  }
  const { mesaje, numar_total_pagini: pages } = json
  if (!Array.isArray(mesaje) || !isCount(pages)) return null
  const messages = mesaje.map(readMessage)
  return messages.every((message) => message !== null) ? { kind: 'page', messages, pages: Number(pages) } : null
}

function isCount(value: unknown): value is number | string {
  return (
    (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) ||
    (typeof value === 'string' && /^[0-9]{1,9}$/.test(value))
  )
}

function readMessage(message: unknown): ListedMessage | null {
  const { id_solicitare: uploadId, id: downloadId, tip: kind, detalii } = fieldsOf(message)
  if (!isNumber(uploadId) || !isNumber(downloadId) || typeof kind !== 'string') return null
  return {
    uploadId: String(uploadId),
    downloadId: String(downloadId),
    kind,
    details: typeof detalii === 'string' ? detalii : null,
  }
}

function isNumber(value: unknown): value is string | number {
  return (typeof value === 'string' || typeof value === 'number') && NUMBER.test(String(value))
}
