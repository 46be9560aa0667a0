import type { PipelineFinding } from '../../commands/invoice.js'

/**
 * The most bytes of one text in an event, as JSON. Three of them (message, meaning, remedy) stay
 * under an event's 256 KB, also when they are quoted once more in the event of a webhook's
 * delivery, where every quotation mark doubles.
 */
export const TEXT_BYTES = 40 * 1024

/**
 * The text unchanged, or as much of its beginning as fits, with a remark at its end that it is
 * cut.
 */
export function fitted(text: string, bytes = TEXT_BYTES): string {
  if (text.length <= bytes && jsonBytes(text) <= bytes) return text
  const remark = ` … (cut; ${text.length} characters in all)`
  let room = bytes - jsonBytes(remark)
  let end = 0
  for (const character of text) {
    room -= jsonBytes(character)
    if (room < 0) break
    end += character.length
  }
  return text.slice(0, end) + remark
}

/** The number of bytes of a text as JSON in UTF-8, without the quotation marks around it. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2
}

/** These are never cut: cut, they would name something else. */
const NAMES = new Set(['attemptId', 'uploadId', 'govId', 'paymentId', 'reportId', 'sha256'])

/**
 * The finding with every text in it cut to the limit of an event, regardless of its author: a
 * government's reasons and messages have no limit.
 */
export function withFittedTexts(finding: PipelineFinding): PipelineFinding {
  return { ...finding, data: fittedTexts(finding.data) } as PipelineFinding
}

function fittedTexts(value: object): object {
  if (Array.isArray(value)) return value.map((part: unknown) => fittedPart(part))
  const entries = Object.entries(value).map(([name, part]: [string, unknown]) => {
    return [name, NAMES.has(name) ? part : fittedPart(part)] as const
  })
  return Object.fromEntries(entries)
}

function fittedPart(part: unknown): unknown {
  if (typeof part === 'string') return fitted(part)
  return typeof part === 'object' && part !== null ? fittedTexts(part) : part
}
