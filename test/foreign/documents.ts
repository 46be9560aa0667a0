import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Invoicing } from '../../src/countries/country.js'
import { hybridProfile } from '../../src/countries/printed.js'
import { countryOf } from '../../src/countries/registry.js'
import type { InvoiceBody } from '../../src/documents/intake/schemas/invoice-input.js'
import { renderInProcess } from '../../src/documents/rendering/in-process.js'
import type { CountryCode, DocumentFormat, InvoiceRequest } from '../../src/domain/request/invoice-request.js'
import { acceptedSample, acceptedSamples, takesFormat } from '../countries/accepted-sample.js'

const ISSUED = '2026-11-26'
const CALLER = { account: 'acc_1', whenBusy: 'refuse' } as const

/** A document of ours that programs of others are to judge. */
export interface JudgedDocument {
  /** Country, sample, format, and the kind of a changed sample. */
  readonly name: string
  readonly country: CountryCode
  readonly format: DocumentFormat
  readonly invoice: InvoiceRequest
  readonly xml: Buffer
  readonly isValid: boolean
  /** Whether it has a form in which a PDF is the invoice, with the XML inside. */
  readonly hasHybrid: boolean
}

type Changes = Partial<InvoiceBody>
type Kind = readonly [kind: string, sample: string, changes: Changes | ((sample: InvoiceBody) => Changes)]

const corrects = { precedingInvoice: { number: 'X-1', issueDate: '2026-11-01' } }

/** The kinds of documents that no sample has. */
const KINDS: Readonly<Record<CountryCode, readonly Kind[]>> = {
  RO: [
    ['made by the customer', '01-domestic-services', { typeCode: '389' }],
    ['corrected', '01-domestic-services', { typeCode: '384', ...corrects }],
    ['for accounting', '01-domestic-services', { typeCode: '751' }],
  ],
  BE: [
    ['advance', '01-domestic', { typeCode: '386' }],
    ['debit note', '01-domestic', { invoiceType: 'debit_note' }],
    ['self-billed', '01-domestic', { selfBilled: true }],
    ['self-billed credit note', '02-credit-note', { selfBilled: true }],
  ],
  DE: [
    [
      'every script',
      '02-business-skonto',
      ({ lines }) => ({
        note: 'می\u200cخواهم, יום שישי (12), ใบแจ้งหนี้, बीजक क्षत्रिय',
        lines: lines.map((line) => ({ ...line, description: '日本語 かな 中文 한국어 فاتورة رقم 12 😀' })),
      }),
    ],
    ['advance', '02-business-skonto', { typeCode: '386' }],
    ['partial', '02-business-skonto', { typeCode: '326' }],
    ['corrected', '02-business-skonto', { typeCode: '384', ...corrects }],
    ['made by the customer', '02-business-skonto', { typeCode: '389' }],
    ['construction', '02-business-skonto', { typeCode: '875' }],
    ['in EN 16931', '02-business-skonto', { format: 'factur-x', profile: 'en16931' }],
    ['credit note in EN 16931', '03-credit-note', { format: 'factur-x', profile: 'en16931' }],
    ['in EXTENDED', '02-business-skonto', { format: 'factur-x', profile: 'extended' }],
    ['credit note in EXTENDED', '03-credit-note', { format: 'factur-x', profile: 'extended' }],
    ['exempt in EXTENDED', '08-exempt', { format: 'factur-x', profile: 'extended' }],
  ],
  FR: [
    ['advance', '01-domestic-services', { typeCode: '386' }],
    ['corrected', '01-domestic-services', { typeCode: '384', ...corrects }],
    ['made by the customer', '01-domestic-services', { typeCode: '389' }],
    ['credit note made by the customer', '02-credit-note', { typeCode: '261' }],
    ['by a platform', '12-authority', ({ customer }) => ({ customer: { ...customer, chorusPro: false } })],
  ],
  IT: [
    ['advance', '01-services', { documentType: 'TD02' }],
    ['deferred', '01-services', { documentType: 'TD24' }],
    ['fee', '02-professional', { documentType: 'TD06' }],
  ],
  PL: [
    ['advance', '01-domestic', { typeCode: '386' }],
    ['made by the customer', '01-domestic', { selfBilled: true }],
    ['debit note', '01-domestic', { invoiceType: 'debit_note', ...corrects }],
  ],
}

/** All samples and kinds of a country, in each of these formats that they have. */
export function documentsOf(
  country: CountryCode,
  formats: readonly DocumentFormat[] = invoicingOf(country).formats,
): readonly JudgedDocument[] {
  const samples = acceptedSamples(country, ISSUED).map((sample) => ({ ...sample, kind: '' }))
  const kinds = KINDS[country].map(([kind, sample, changes]) => ({
    ...acceptedSample(country, sample, ISSUED, (body) => (typeof changes === 'function' ? changes(body) : changes)),
    kind: `, ${kind}`,
  }))
  return [...samples, ...kinds].flatMap(({ name, kind, invoice, attachments }) =>
    formats
      .filter((format) => takesFormat(country, name, format) && (invoice.profile === undefined || format === 'cii'))
      .map((format) => {
        const { convert, validate, hybrid } = invoicingOf(country)
        const inFormat = { ...invoice, format }
        const xml = Buffer.from(convert(inFormat, attachments).xml ?? '')
        return {
          name: `${country.toLowerCase()}/${name}${kind}, ${format}`,
          country,
          format,
          invoice: inFormat,
          xml,
          hasHybrid:
            format === 'cii' && hybrid !== undefined && hybridProfile(specificationOf(xml), hybrid) !== undefined,
          isValid: validate(inFormat, { today: ISSUED }).valid,
        }
      }),
  )
}

/** The document as a PDF: one with the XML attached, or a hybrid that is the XML. */
export function pdfOf(
  { country, invoice, xml }: JudgedDocument,
  { isHybrid }: { readonly isHybrid: boolean },
): Promise<Uint8Array> {
  const state = {
    environment: 'test',
    status: 'accepted',
    governmentNumber: '4711',
    at: `${ISSUED}T12:00:00Z`,
  } as const
  const { language } = countryOf(country)
  return renderInProcess.pdf(CALLER, { country, invoice, language, state, isHybrid, xml: { bytes: xml, sha256: '' } })
}

/** Writes documents for programs that read files; answers the paths. */
export function written(folder: string, documents: ReadonlyMap<string, Uint8Array>, ending: string): string[] {
  mkdirSync(folder, { recursive: true })
  return [...documents].map(([name, bytes]) => {
    const file = join(folder, `${name.replaceAll(/[^\w.-]+/g, '-')}.${ending}`)
    writeFileSync(file, bytes)
    return file
  })
}

/** BT-24 of a Cross Industry Invoice. */
function specificationOf(xml: Buffer): string {
  return /<ram:GuidelineSpecifiedDocumentContextParameter>\s*<ram:ID>(.*?)</.exec(xml.toString())?.[1] ?? ''
}

function invoicingOf(country: CountryCode): Invoicing {
  const { invoicing } = countryOf(country)
  if (invoicing === null) throw new Error(`${country} has no invoices`)
  return invoicing
}
