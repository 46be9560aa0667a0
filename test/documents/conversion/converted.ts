import { convertDocument } from '../../../src/documents/conversion/convert.js'
import type { Converted, ConvertOptions, Source } from '../../../src/documents/conversion/conversion.js'

/** The day of all conversions of tests. */
export const NOW = new Date('2026-11-21T12:00:00Z')

/** Options of a conversion, without the day. */
type Asked = Omit<ConvertOptions, 'now'>

/** What is converted, as text. */
export function xml(document: string | Uint8Array): Source {
  return { kind: 'xml', xml: typeof document === 'string' ? Buffer.from(document, 'utf8') : document }
}

/** A conversion that must work. */
export function converted(source: Source, options: Asked): Converted {
  const made = convertDocument(source, { ...options, now: NOW })
  if ('refused' in made) throw new Error(made.refused.map(({ path, message }) => `${path} ${message}`).join('\n'))
  return made
}

/** One that must not: field and message of each reason. */
export function refused(source: Source, options: Asked): readonly string[] {
  const made = convertDocument(source, { ...options, now: NOW })
  if (!('refused' in made)) throw new Error(`it was converted: ${made.document}`)
  return made.refused.map(({ path, message }) => `${path}: ${message}`)
}

/** Place, term and message of each loss. */
export function lossesIn({ losses }: Converted): readonly string[] {
  return losses.map(({ path, line, term, message }) => [path, line, term, message].filter(Boolean).join(' | '))
}
