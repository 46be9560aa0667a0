import { TEXTS } from './texts.js'

/** A message of ANAF's list. */
export interface ListedMessage {
  /** The number of the upload that it is about (`id_solicitare`). */
  readonly uploadId: string
  /** Under which its archive can be downloaded (`id`). */
  readonly downloadId: string
  /** For example `FACTURA TRIMISA`. */
  readonly kind: string
}

/** One page of the list. */
export interface MessagePage {
  readonly kind: 'page'
  readonly messages: readonly ListedMessage[]
  /** How many pages there are. */
  readonly pages: number
}

const NUMBER = /^[0-9]{1,18}$/
const NO_MESSAGES: MessagePage = { kind: 'page', messages: [], pages: 0 }

/**
 * A page of the list, or null where the body is none. One without the number of pages, or with a
 * message that can't be read, is none: what is looked for might be on the next, or be that one.
 */
export function readPage(json: Readonly<Record<string, unknown>>, error: string | null): MessagePage | null {
  if (error !== null) return TEXTS.emptyList.test(error) || TEXTS.pageTooHigh.test(error) ? NO_MESSAGES : null
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
  if (typeof message !== 'object' || message === null) return null
  const { id_solicitare: uploadId, id: downloadId, tip: kind } = message as Readonly<Record<string, unknown>>
  if (!isNumber(uploadId) || !isNumber(downloadId) || typeof kind !== 'string') return null
  return { uploadId: String(uploadId), downloadId: String(downloadId), kind }
}

function isNumber(value: unknown): value is string | number {
  return (typeof value === 'string' || typeof value === 'number') && NUMBER.test(String(value))
}
