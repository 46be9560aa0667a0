import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InvoiceRequest, AttachmentReference, CountryCode, Line } from '../../src/domain/invoice-request.js'

/** Repository root, from the compiled test. */
export const ROOT = join(import.meta.dirname, '..', '..', '..')

/** A file of samples/ as the service accepts it. */
export interface AcceptedSample {
  /** File name without `.json`. */
  readonly name: string
  readonly invoice: InvoiceRequest
  readonly attachments: readonly Uint8Array[]
}

type Sample = Omit<InvoiceRequest, 'lines' | 'attachments'> & {
  readonly lines: readonly (Omit<Line, 'quantity' | 'unitCode'> & Partial<Line>)[]
  readonly attachments?: readonly { readonly filename: string; readonly mimeType: string; readonly content: string }[]
}

/** The samples of a country as the service would accept them on a given day. */
export function acceptedSamples(country: CountryCode, issueDate: string): readonly AcceptedSample[] {
  const directory = join(ROOT, 'samples', country.toLowerCase())
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const { attachments = [], ...sample } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Sample
      const contents = attachments.map(({ content }) => Buffer.from(content, 'base64'))
      return {
        name: file.replace('.json', ''),
        attachments: contents,
        invoice: accepted(sample, issueDate, references(attachments, contents)),
      }
    })
}

function accepted(
  sample: Omit<Sample, 'attachments'>,
  issueDate: string,
  attachments: readonly AttachmentReference[],
): InvoiceRequest {
  return {
    ...sample,
    invoiceType: sample.invoiceType ?? 'invoice',
    number: sample.number ?? sample.externalId ?? 'GENERATED-1',
    currency: sample.currency ?? 'EUR',
    issueDate,
    lines: sample.lines.map((line) => ({ quantity: 1, unitCode: 'C62', ...line })),
    ...(attachments.length === 0 ? {} : { attachments }),
  }
}

function references(
  attachments: NonNullable<Sample['attachments']>,
  contents: readonly Uint8Array[],
): AttachmentReference[] {
  return attachments.map(({ filename, mimeType }, index) => {
    const content = contents[index] ?? new Uint8Array()
    return { filename, mimeType, sha256: createHash('sha256').update(content).digest('hex'), size: content.length }
  })
}
