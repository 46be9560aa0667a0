import type { Finding, Invoicing } from '../../../src/countries/country.js'
import { italy } from '../../../src/countries/it/index.js'
import type { InvoiceRequest, Line, Party } from '../../../src/domain/request/invoice-request.js'

/** The day on which the invoices are judged. */
export const TODAY = '2026-11-21'

/** How Italy judges and converts. */
export const ITALIAN = italy.invoicing as Invoicing

const address = {
  street: 'Via Guido Monaco 42',
  city: 'Arezzo',
  postalCode: '52100',
  country: 'IT',
  stateOrProvince: 'AR',
}

/** A line under the ordinary VAT rate. */
export const line: Line = { description: 'Lavoro', quantity: 1, unitPrice: 100, vatRate: 22, unitCode: 'C62' }

/** A domestic invoice that obeys every rule. */
export const sound: InvoiceRequest = {
  country: 'IT',
  invoiceType: 'invoice',
  number: 'F-1',
  supplier: { vatNumber: 'IT01879020517', name: 'Officina Srl', address },
  customer: { vatNumber: 'IT00743110157', name: 'Cartiera SpA', address, sdiCode: 'M5UXCR1' },
  lines: [line],
  currency: 'EUR',
  issueDate: TODAY,
}

/** A business in Italy with neither recipient code nor certified mailbox. */
export const unreached: Party = { vatNumber: 'IT00743110157', name: 'Cartiera SpA', address }

/** A consumer in Italy. */
export const consumer: Party = {
  vatNumber: '',
  consumer: true,
  name: 'Mario Rossi',
  nationalId: 'RSSMRA85T10A562S',
  address,
}

/** A business in Germany. */
export const german: Party = {
  vatNumber: 'DE136695976',
  name: 'Kunde GmbH',
  address: { street: 'Straße 1', city: 'Kempten', postalCode: '87437', country: 'DE' },
}

/** The rules that an invoice breaks, each with the field at fault. */
export function found(change: Partial<InvoiceRequest>, base = sound): string[] {
  const { findings } = ITALIAN.validate({ ...base, ...change }, { today: TODAY })
  return findings.map(({ rule, path }: Finding) => `${rule} ${path}`)
}

/** The document of an invoice. */
export function documentOf(change: Partial<InvoiceRequest>, attachments: readonly Uint8Array[] = []): string {
  return ITALIAN.convert({ ...sound, ...change }, attachments).xml
}

/** The texts of all elements of that name in a document, in its order. */
export function textsOf(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g')), ([, text = '']) => text)
}
