import { declaredUtf8 } from '../receiving/invoices-in-file.js'
import { isSdiFileName, sdiNumber } from '../sdi-names.js'
import { idIn, isObject, textIn, timeIn } from './answers.js'

/** A company of the account at Invoicetronic, for which it receives. */
export interface KnownCompany {
  readonly id: number
  /** With its country's prefix. */
  readonly vat: string
  readonly taxCode: string
}

/** A file of a supplier in a list. */
export interface ListedFile {
  readonly id: number
  readonly companyId: number | null
  /** IdentificativoSdI; null: not given. */
  readonly identifier: string | null
  /** When SdI last reported about it; null: not given. */
  readonly at: Date | null
}

/** A file of a supplier with its content, which is untrusted. */
export interface DeliveredFile {
  readonly bytes: Uint8Array
  /** null: it is not in the form of SdI's names. */
  readonly fileName: string | null
  /** What Invoicetronic says of it, in JSON. */
  readonly metadata: string
}

/** null: it is no company. */
export function companyIn(value: unknown): KnownCompany | null {
  if (!isObject(value)) return null
  const id = idIn(value['id'])
  if (id === null) return null
  const codeIn = (name: string): string => (textIn(value[name]) ?? '').toUpperCase().replaceAll(/\s/g, '')
  return { id, vat: codeIn('vat'), taxCode: codeIn('fiscal_code') }
}

/** null: it is no delivered file. */
export function listedFileIn(value: unknown): ListedFile | null {
  if (!isObject(value)) return null
  const id = idIn(value['id'])
  if (id === null) return null
  return {
    id,
    companyId: idIn(value['company_id']),
    identifier: sdiNumber(textIn(value['identifier']) ?? ''),
    at: timeIn(value['last_update']) ?? timeIn(value['created']),
  }
}

/** null: it has no content. */
export function deliveredFileIn(value: unknown): DeliveredFile | null {
  if (!isObject(value)) return null
  const { payload, ...rest } = value
  if (typeof payload !== 'string' || payload === '') return null
  const fileName = textIn(value['file_name']) ?? ''
  return {
    bytes: contentIn(payload),
    fileName: isSdiFileName(fileName) ? fileName : null,
    metadata: JSON.stringify(rest),
  }
}

/** XML as text, or any file in Base64: `encoding` is not always what it says. */
function contentIn(payload: string): Uint8Array {
  const text = payload.trimStart()
  // As text it has no encoding any more.
  if (text.startsWith('<')) return Buffer.from(declaredUtf8(text))
  const packed = text.replaceAll(/[ \t\r\n]/g, '')
  return packed.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(packed)
    ? Buffer.from(packed, 'base64')
    : Buffer.from(payload)
}
