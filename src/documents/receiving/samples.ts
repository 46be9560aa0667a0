import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { InvoiceBody } from '../intake/schemas/invoice-input.js'

/** The samples of POST /v1/test/received: one by country, and one of an Italian administration. */
export const SAMPLES = ['RO', 'IT', 'BE', 'PL', 'FR', 'DE', 'IT-PA'] as const
/** One of `SAMPLES`. */
export type Sample = (typeof SAMPLES)[number]

/** The company that gets a sample. */
interface SampleCustomer {
  readonly name: string
  readonly vatNumber: string | null
  readonly country: CountryCode
  /** Absent: one of its country is written. */
  readonly address?: object
  readonly taxNumber?: string
}

/** The country whose format a sample has. */
export function countryOfSample(sample: Sample): CountryCode {
  return sample === 'IT-PA' ? 'IT' : sample
}

/**
 * An invoice of an invented supplier to a company, as POST /v1/invoices takes it. Pure.
 *
 * @param issueDate `YYYY-MM-DD`
 */
export function sampleInvoice(
  sample: Sample,
  { name, vatNumber, country, address, taxNumber }: SampleCustomer,
  number: string,
  issueDate: string,
): InvoiceBody {
  const of = countryOfSample(sample)
  const { supplier, currency, rate, bankAccount, text } = SUPPLIERS[of]
  const isItself = vatNumber === supplier.vatNumber
  const body = {
    country: of,
    number,
    issueDate,
    currency,
    supplier: { ...supplier, ...(isItself && OTHER_NUMBERS[of]), address: { ...ADDRESSES[of] } },
    customer: {
      name,
      ...(vatNumber !== null && { vatNumber }),
      ...(of === 'IT' && vatNumber === null && taxNumber !== undefined && { nationalId: taxNumber }),
      ...(of === 'FR' && vatNumber !== null && { siret: siretOf(vatNumber) }),
      ...(of === 'IT' && { sdiCode: sample === 'IT-PA' ? 'UFE0TV' : 'M5UXCR1' }),
      ...(of === 'DE' && { email: 'rechnungseingang@example.org' }),
      address: address ?? { ...ADDRESSES[country] },
    },
    ...(of === 'BE' || of === 'DE' ? { buyerReference: 'SAMPLE-1' } : {}),
    ...(of === 'DE' && { deliveryDate: issueDate }),
    ...(of === 'FR' && { note: 'Exemple#REG#SAS au capital de 40 000 €#ABL#RCS Nantes' }),
    lines: [{ description: text, quantity: 12, unitPrice: 80.5, vatRate: rate, unitCode: 'HUR' }],
    paymentMeans: { bankAccount, paymentTerms: TERMS[of] },
  }
  // Its form is that of the samples of the documentation.
  return body as InvoiceBody
}

/** The register's number of a French company is in its VAT number. */
function siretOf(vatNumber: string): string {
  return `${vatNumber.slice(-9)}00018`
}

const ADDRESSES: Readonly<Record<CountryCode, object>> = {
  RO: {
    street: 'Str. Memorandumului nr. 28',
    city: 'Cluj-Napoca',
    postalCode: '400114',
    country: 'RO',
    stateOrProvince: 'Cluj',
  },
  IT: { street: 'Via Guido Monaco 42', city: 'Arezzo', postalCode: '52100', country: 'IT', stateOrProvince: 'AR' },
  BE: { street: 'Diestsesteenweg 214', city: 'Kessel-Lo', postalCode: '3010', country: 'BE' },
  PL: { street: 'ul. Nowogrodzka 31/12', city: 'Warszawa', postalCode: '00-511', country: 'PL' },
  FR: { street: '14 quai de la Fosse', city: 'Nantes', postalCode: '44000', country: 'FR' },
  DE: { street: 'Lindwurmstraße 76', city: 'München', postalCode: '80337', country: 'DE' },
}

const TERMS: Readonly<Record<CountryCode, string>> = {
  RO: '30 de zile de la emitere',
  IT: '30 giorni data fattura',
  BE: 'Betaling binnen 30 dagen',
  PL: '30 dni od daty wystawienia',
  FR: '30 jours à compter de la date de facture',
  DE: 'Zahlbar innerhalb von 30 Tagen',
}

interface SampleSupplier {
  readonly supplier: { readonly name: string; readonly vatNumber: string; readonly [field: string]: string }
  readonly currency: string
  readonly rate: number
  readonly bankAccount: string
  readonly text: string
}

/** The numbers of a supplier for the company that has those of `SUPPLIERS`. */
const OTHER_NUMBERS: Readonly<Record<CountryCode, object>> = {
  RO: { vatNumber: 'RO27315906' },
  IT: { vatNumber: 'IT03533590406' },
  BE: { vatNumber: 'BE0882341791' },
  PL: { vatNumber: 'PL7831643201' },
  FR: { vatNumber: 'FR51394728612', siret: '39472861200018' },
  DE: { vatNumber: 'DE129273398' },
}

const SUPPLIERS: Readonly<Record<CountryCode, SampleSupplier>> = {
  RO: {
    supplier: { name: 'Furnizor Exemplu S.R.L.', vatNumber: 'RO18547290' },
    currency: 'RON',
    rate: 21,
    bankAccount: 'RO49AAAA1B31007593840000',
    text: 'Servicii de consultanță',
  },
  IT: {
    supplier: { name: 'Fornitore Esempio S.r.l.', vatNumber: 'IT01879020517' },
    currency: 'EUR',
    rate: 22,
    bankAccount: 'IT60X0542811101000000123456',
    text: 'Servizi di consulenza',
  },
  BE: {
    supplier: { name: 'Voorbeeld Leverancier BV', vatNumber: 'BE0749512070' },
    currency: 'EUR',
    rate: 21,
    bankAccount: 'BE68539007547034',
    text: 'Adviesdiensten',
  },
  PL: {
    supplier: { name: 'Dostawca Przykładowy Sp. z o.o.', vatNumber: 'PL5213891244' },
    currency: 'PLN',
    rate: 23,
    bankAccount: 'PL27114020040000300201355387',
    text: 'Usługi doradcze',
  },
  FR: {
    supplier: { name: 'Fournisseur Exemple SAS', vatNumber: 'FR82812473155', siret: '81247315500024' },
    currency: 'EUR',
    rate: 20,
    bankAccount: 'FR7630006000011234567890189',
    text: 'Prestations de conseil',
  },
  DE: {
    supplier: {
      name: 'Beispiel Lieferant GmbH',
      vatNumber: 'DE136695976',
      email: 'rechnung@lieferant.example',
      phone: '+49 89 5550172',
    },
    currency: 'EUR',
    rate: 19,
    bankAccount: 'DE89370400440532013000',
    text: 'Beratungsleistungen',
  },
}
