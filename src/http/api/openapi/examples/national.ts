import type { CountryCode } from '../../../../domain/request/invoice-request.js'
import type { DeliveryKind } from '../../../../domain/public-events/event-kinds.js'
import { type Example, IDS, TIME } from '../example.js'
import { oneAdvance } from './advances.js'
import { belgianCustoms, frenchCustoms, germanCustoms } from './customs.js'
import { italianTerms } from './italy.js'
import { polishAdvances, polishCorrections, polishTerms } from './poland.js'

/** Bodies of the requests that lead to an invoice of a country. */
interface NationalExamples {
  /** Of POST /v1/companies: who sells in the invoices. */
  readonly company: Readonly<Record<string, unknown>>
  /** Of POST /v1/invoices, by name. They have no issue date, so that they pass on every day. */
  readonly invoices: Readonly<Record<string, Example>>
}

const address = (country: CountryCode, street: string, city: string, postalCode: string, more: object = {}) => ({
  street,
  city,
  postalCode,
  country,
  ...more,
})

const italian = {
  vatNumber: 'IT01879020517',
  name: 'Officina Digitale S.r.l.',
  address: address('IT', 'Via Guido Monaco 42', 'Arezzo', '52100', { stateOrProvince: 'AR' }),
}
const belgian = {
  vatNumber: 'BE0749512070',
  name: 'Brouwerij De Vlierbeek BV',
  address: address('BE', 'Diestsesteenweg 214', 'Kessel-Lo', '3010'),
  email: 'facturatie@vlierbeek.example',
}
const polish = {
  vatNumber: 'PL5213891244',
  name: 'Pracownia Cyfrowa Wisła Sp. z o.o.',
  address: address('PL', 'ul. Nowogrodzka 31/12', 'Warszawa', '00-511'),
}
const french = {
  vatNumber: 'FR82812473155',
  name: "Ateliers Numériques de l'Erdre SAS",
  siret: '81247315500024',
  address: address('FR', '14 quai de la Fosse', 'Nantes', '44000'),
  email: 'facturation@ateliers-erdre.example',
}
const german = {
  vatNumber: 'DE136695976',
  name: 'Isar Vermessung GmbH',
  address: address('DE', 'Lindwurmstraße 76', 'München', '80337'),
  email: 'rechnung@isar-vermessung.example',
  phone: '+49 89 5550172',
}

const polishInvoice = {
  country: 'PL',
  supplier: polish,
  customer: {
    vatNumber: 'PL7831643201',
    name: 'Księgarnia Pod Kasztanem S.A.',
    address: address('PL', 'ul. Święty Marcin 47', 'Poznań', '61-806'),
  },
  currency: 'PLN',
}

const frenchInvoice = {
  country: 'FR',
  number: 'NTE-2026-0117',
  supplier: french,
  customer: {
    vatNumber: 'FR51394728612',
    name: 'Librairie des Deux Rives SARL',
    siret: '39472861200018',
    address: address('FR', '27 rue Saint-Jean', 'Lyon', '69005'),
    email: 'compta@deuxrives.example',
  },
  lines: [
    { description: 'Développement web', quantity: 12, unitCode: 'HUR', unitPrice: 78.4, vatRate: 20 },
    { description: 'Guide imprimé', quantity: 150, unitPrice: 4.35, vatRate: 5.5 },
  ],
  paymentMeans: { bankAccount: 'FR7630006000011234567890189', paymentTerms: '30 jours' },
  note: 'Merci !#REG#SAS au capital de 40 000 €#ABL#RCS Nantes',
}

/** The French invoice, accepted, as it is shown once its payment is to be reported. */
export const PAID_INVOICE = {
  id: IDS.invoice,
  country: 'FR',
  supplierVat: french.vatNumber,
  customerVat: frenchInvoice.customer.vatNumber,
  status: 'accepted',
  netAmount: '1593.30',
  vatAmount: '224.05',
  grossAmount: '1817.35',
  currency: 'EUR',
  govId: 'c1ea57a7-f10e-4c2b-9d60-9e3779b97f4b',
  externalId: null,
  number: frenchInvoice.number,
  invoiceType: 'invoice',
  issueDate: TIME.slice(0, 10),
  dueDate: null,
  companyId: IDS.company,
  customerName: frenchInvoice.customer.name,
  errorMessage: null,
  errorTranslated: null,
  errorFix: null,
  payments: [
    {
      id: '5f0d4c52-3f57-8d1e-9a44-1b6e8f2c7a90',
      paidOn: '2026-03-31',
      amounts: [
        { vatRate: '20', amount: '1128.96' },
        { vatRate: '5.5', amount: '688.39' },
      ],
      status: 'requested',
      reportId: null,
      errorMessage: null,
      requestedAt: TIME,
    },
  ],
  createdAt: TIME,
  updatedAt: TIME,
}

const [requested] = PAID_INVOICE.payments

/** Its payment after each event about the report. */
export const PAYMENT_IN_EVENT: Readonly<Partial<Record<DeliveryKind, Readonly<Record<string, unknown>>>>> = {
  'invoice.payment_report_requested': { ...requested },
  'invoice.payment_reported': { ...requested, status: 'reported', reportId: '0f9d3c7b-52a1-4e0d-8a6b-7c1d2e3f4a5b' },
  'invoice.payment_report_refused': {
    ...requested,
    status: 'refused',
    errorMessage: '501 Irrecevable: the amount at 20 % is not that of the invoice',
  },
}

const germanInvoice = {
  country: 'DE',
  number: 'IV-2026-1042',
  supplier: german,
  customer: {
    vatNumber: 'DE811128135',
    name: 'Landesamt für Denkmalpflege',
    leitwegId: '08-A9300-89',
    address: address('DE', 'Berliner Straße 12', 'Esslingen am Neckar', '73728'),
  },
  lines: [{ description: 'Bauaufnahme Kapelle St. Agnes', quantity: 3, unitCode: 'DAY', unitPrice: 1180, vatRate: 19 }],
  paymentMeans: { bankAccount: 'DE89370400440532013000', paymentTerms: 'Zahlbar innerhalb von 30 Tagen' },
}

const belgianInvoice = {
  country: 'BE',
  number: 'BRW-2026-0311',
  supplier: belgian,
  customer: {
    vatNumber: 'BE0882341791',
    name: 'Café Den Hoorn NV',
    address: address('BE', 'Sint-Jacobsmarkt 9', 'Antwerpen', '2000'),
  },
  buyerReference: 'BESTEL-4471',
  lines: [{ description: 'Vlierbeek Tripel, vat 20 l', quantity: 14, unitPrice: 92.4, vatRate: 21 }],
  paymentMeans: { bankAccount: 'BE68539007547034', paymentTerms: 'Betaling binnen 30 dagen' },
}

const italianInvoice = {
  country: 'IT',
  number: 'FE-2026-0117',
  supplier: italian,
  customer: {
    vatNumber: 'IT00743110157',
    name: 'Cartiera Valdarno S.p.A.',
    sdiCode: 'M5UXCR1',
    address: address('IT', "Via dell'Industria 8", 'Figline e Incisa Valdarno', '50063', {
      stateOrProvince: 'FI',
    }),
  },
  lines: [{ description: 'Sviluppo software', quantity: 62.5, unitCode: 'HUR', unitPrice: 48, vatRate: 22 }],
  paymentMeans: { bankAccount: 'IT60X0542811101000000123456' },
}

/** By country, those whose example is nowhere else. */
export const NATIONAL_EXAMPLES: Readonly<Partial<Record<CountryCode, NationalExamples>>> = {
  IT: {
    company: companyOf(italian),
    invoices: {
      italy: {
        summary: 'Italy: FatturaPA, by SdI code',
        value: italianInvoice,
      },
      italyFinal: {
        summary: 'Italy: final invoice after an advance',
        value: { ...italianInvoice, number: 'FE-2026-0125', prepayments: oneAdvance('FE-2026-0098', 22) },
      },
      ...italianTerms(italianInvoice),
    },
  },
  BE: {
    company: companyOf(belgian),
    invoices: {
      belgium: {
        summary: 'Belgium: Peppol BIS Billing',
        value: belgianInvoice,
      },
      ...belgianCustoms(belgianInvoice),
      belgiumFinal: {
        summary: 'Belgium: final invoice after an advance',
        value: { ...belgianInvoice, number: 'BRW-2026-0313', prepayments: oneAdvance('BRW-2026-0298', 21) },
      },
    },
  },
  PL: {
    company: { ...companyOf(polish), currency: 'PLN' },
    invoices: {
      poland: {
        summary: 'Poland: FA(3), to KSeF',
        value: {
          ...polishInvoice,
          number: 'FV/2026/11/0117',
          lines: [{ description: 'Utrzymanie serwerów', unitCode: 'MON', unitPrice: 1249.99, vatRate: 23 }],
          paymentMeans: { bankAccount: 'PL27114020040000300201355387' },
        },
      },
      polandAdvance: {
        summary: 'Poland: an advance invoice with its order',
        value: {
          ...polishInvoice,
          number: 'ZAL/2026/11/0031',
          typeCode: '386',
          pricesIncludeVat: true,
          lines: [{ description: 'Zaliczka na utrzymanie serwerów', unitPrice: 123, vatRate: 23 }],
          order: {
            lines: [
              { description: 'Utrzymanie serwerów', quantity: 12, unitCode: 'MON', unitPrice: 1249.99, vatRate: 23 },
            ],
          },
        },
      },
      polandFinal: {
        summary: 'Poland: final invoice after an advance',
        value: {
          ...polishInvoice,
          number: 'FV/2026/11/0142',
          lines: [{ description: 'Utrzymanie serwerów', unitCode: 'MON', unitPrice: 1249.99, vatRate: 23 }],
          prepayments: oneAdvance('ZAL/2026/10/0007', 23),
        },
      },
      ...polishAdvances(polishInvoice),
      ...polishCorrections(polishInvoice),
      ...polishTerms(polishInvoice),
    },
  },
  FR: {
    company: companyOf(french),
    invoices: {
      france: { summary: 'France: UBL', value: frenchInvoice },
      ...frenchCustoms(frenchInvoice),
      franceFinal: {
        summary: 'France: final invoice after an advance',
        value: {
          ...frenchInvoice,
          number: 'NTE-2026-0119',
          prepayments: oneAdvance('NTE-2026-0101', 20),
        },
      },
      franceCii: {
        summary: 'France: Cross Industry Invoice',
        value: { ...frenchInvoice, number: 'NTE-2026-0118', format: 'cii' },
      },
    },
  },
  DE: {
    company: companyOf(german),
    invoices: {
      germany: { summary: 'Germany: XRechnung in UBL, to an authority', value: germanInvoice },
      ...germanCustoms(germanInvoice),
      germanyCii: {
        summary: 'Germany: XRechnung as Cross Industry Invoice',
        value: { ...germanInvoice, number: 'IV-2026-1043', format: 'cii' },
      },
      germanyFinal: {
        summary: 'Germany: final invoice after an advance',
        value: {
          ...germanInvoice,
          number: 'IV-2026-1045',
          period: { start: '2026-01-05', end: '2026-03-27' },
          prepayments: oneAdvance('IV-2026-1007', 19),
        },
      },
      germanyTerms: {
        summary: 'Germany: allowances in cascade, charges, references and what is paid already',
        value: {
          ...germanInvoice,
          number: 'IV-2026-1044',
          lines: [
            {
              description: 'Grenzsteine',
              quantity: 250,
              unitPrice: 48,
              priceBaseQuantity: 10,
              vatRate: 19,
              allowances: [
                { percentage: 5, reason: 'Mengenrabatt', reasonCode: '95' },
                { percentage: 2, of: 'rest', reason: 'Treuerabatt', reasonCode: '95' },
              ],
              item: { sellersIdentifier: 'GS-10', originCountry: 'DE' },
            },
          ],
          charges: [{ amount: 35.5, vatRate: 19, reason: 'Fracht', reasonCode: 'FC' }],
          prepaidAmount: 500,
          references: { despatchAdvice: 'LS-118' },
          totals: { netAmount: 1152.7, vatAmount: 219.01, grossAmount: 1371.71, dueAmount: 871.71 },
        },
      },
    },
  },
}

function companyOf(party: { vatNumber: string; name: string; address: { country: string } }) {
  const { vatNumber, name, address: place } = party
  return { name, vatNumber, country: place.country, address: place }
}

/** Of all countries, invoices by name. */
export const NATIONAL_INVOICES: Readonly<Record<string, Example>> = Object.fromEntries(
  Object.values(NATIONAL_EXAMPLES).flatMap(({ invoices }) => Object.entries(invoices)),
)
