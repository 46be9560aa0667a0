import type { InvoiceRequest, Line } from '../../../../domain/request/invoice-request.js'
import type { RequestItem, RequestNote } from '../../../../domain/request/terms.js'
import { ATTRIBUTE, KEYS, NOTE, noteInWords } from '../../descriptions.js'
import { DOCUMENT_IDS, DOCUMENT_WORDS, LINE_IDS, LINE_WORDS, withValueAt } from '../../words.js'
import type { ReadDescriptions } from './descriptions.js'

/** The invoice with its fields from descriptions. */
export function withDocumentWords(invoice: InvoiceRequest, descriptions: ReadDescriptions): InvoiceRequest {
  return withWords(invoice, descriptions, DOCUMENT_WORDS, DOCUMENT_IDS, undefined)
}

/** For a line: the fields from descriptions, and further attributes of its item. */
export function readLineWords(line: Line, descriptions: ReadDescriptions, number: string | undefined): Line {
  const read = withWords(line, descriptions, LINE_WORDS, LINE_IDS, number)
  const item: RequestItem = read.item ?? {}
  const [standardIdentifier] = descriptions.takeIds(KEYS.itemId, number)
  // With another identifier the GTIN is a code.
  const gtin = standardIdentifier === undefined ? undefined : item.standardIdentifier?.id
  const others = descriptions.takeIds(KEYS.itemCode, number).map(({ id: code, scheme: list }) => {
    const [scheme, ...version] = list?.split(' ') ?? []
    return {
      code,
      ...(scheme !== undefined && { scheme }),
      ...(version.length > 0 && { schemeVersion: version.join(' ') }),
    }
  })
  const attributes = descriptions.takeRest(number).map(([key, value]) => ({
    name: key.startsWith(ATTRIBUTE) ? key.slice(ATTRIBUTE.length) : key,
    value,
  }))
  const whole: RequestItem = {
    ...item,
    ...(standardIdentifier !== undefined && { standardIdentifier }),
    ...(others.length > 0 && { classifications: [...(item.classifications ?? []), ...others] }),
    ...(attributes.length > 0 && { attributes }),
  }
  return {
    ...read,
    ...(gtin !== undefined && line.itemCode === undefined && { itemCode: gtin }),
    ...(Object.keys(whole).length > 0 && { item: whole }),
  }
}

function withWords<Whole extends object>(
  whole: Whole,
  descriptions: ReadDescriptions,
  words: typeof DOCUMENT_WORDS,
  ids: typeof DOCUMENT_IDS,
  number: string | undefined,
): Whole {
  let read = whole
  for (const [key, path] of words) {
    const text = descriptions.take(key, number)
    if (text !== undefined) read = withValueAt(read, path, text)
  }
  for (const [key, path] of ids) {
    const [id] = descriptions.takeIds(key, number)
    if (id !== undefined) read = withValueAt(read, path, id)
  }
  return read
}

/** The remaining descriptions of the invoice, as notes. */
export function readNotes(descriptions: ReadDescriptions): InvoiceRequest['notes'] {
  const notes = descriptions.takeRest().map(([key, value]): RequestNote => {
    const [, subjectCode] = /^Uwagi \(([^()]{1,3})\)$/.exec(key) ?? []
    if (subjectCode !== undefined) return { text: value, subjectCode }
    // If the value itself would be read as key and value, the key is kept before it.
    return { text: key === NOTE && noteInWords({ text: value }).value === value ? value : `${key}: ${value}` }
  })
  return notes.length === 0 ? undefined : notes
}
