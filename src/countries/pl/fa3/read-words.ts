import type { InvoiceRequest, Line } from '../../../domain/request/invoice-request.js'
import type { RequestItem, RequestNote } from '../../../domain/request/terms.js'
import { ATTRIBUTE, KEYS, NOTE, noteInWords } from '../descriptions.js'
import { DOCUMENT_IDS, DOCUMENT_WORDS, LINE_IDS, LINE_WORDS, setAt } from '../words.js'
import type { ReadDescriptions } from './read-descriptions.js'

/** Sets the fields of the invoice that stand in words. `draft`: the fields that it has already. */
export function readDocumentWords(draft: Record<string, unknown>, descriptions: ReadDescriptions): void {
  readWords(draft, descriptions, DOCUMENT_WORDS, DOCUMENT_IDS, undefined)
}

/** Of a line: the fields in words, and what else is said of its item. */
export function readLineWords(line: Line, descriptions: ReadDescriptions, number: string | undefined): Line {
  const draft: Record<string, unknown> = { ...line, ...(line.item && { item: { ...line.item } }) }
  readWords(draft, descriptions, LINE_WORDS, LINE_IDS, number)
  const item: RequestItem = (draft['item'] as RequestItem | undefined) ?? {}
  const [standardIdentifier] = descriptions.takeIds(KEYS.itemId, number)
  // Beside another identifier the GTIN is a code.
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
    ...(draft as unknown as Line),
    ...(gtin !== undefined && line.itemCode === undefined && { itemCode: gtin }),
    ...(Object.keys(whole).length > 0 && { item: whole }),
  }
}

function readWords(
  draft: Record<string, unknown>,
  descriptions: ReadDescriptions,
  words: typeof DOCUMENT_WORDS,
  ids: typeof DOCUMENT_IDS,
  number: string | undefined,
): void {
  for (const [key, path] of words) {
    const text = descriptions.take(key, number)
    if (text !== undefined) setAt(draft, path, text)
  }
  for (const [key, path] of ids) {
    const [id] = descriptions.takeIds(key, number)
    if (id !== undefined) setAt(draft, path, id)
  }
}

/** What is left of the invoice's descriptions, as notes. */
export function readNotes(descriptions: ReadDescriptions): InvoiceRequest['notes'] {
  const notes = descriptions.takeRest().map(([key, value]): RequestNote => {
    const [, subjectCode] = /^Uwagi \(([^()]{1,3})\)$/.exec(key) ?? []
    if (subjectCode !== undefined) return { text: value, subjectCode }
    // Of a value that would be taken for key and value the key stays before it.
    return { text: key === NOTE && noteInWords({ text: value }).value === value ? value : `${key}: ${value}` }
  })
  return notes.length === 0 ? undefined : notes
}
