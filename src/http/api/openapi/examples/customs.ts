import type { Example } from '../example.js'

type Body = Readonly<Record<string, unknown>>

/** Customs of Romanian trade. @param base a plain Romanian invoice */
export function romanianCustoms(base: Body): Readonly<Record<string, Example>> {
  const { supplier } = base
  const deposit = {
    description: 'Garanție SGR',
    unitPrice: 0.5,
    vatRate: 0,
    vatCategory: 'E',
    exemptionReason: 'Garanție SGR, în afara sferei de aplicare a TVA (art. 268 alin. (1) din Codul fiscal)',
  }
  return {
    romaniaStornoInvoice: {
      summary: 'Romania: storno as an invoice with negative quantities (380)',
      value: {
        ...base,
        externalId: 'order-4711-storno',
        precedingInvoice: { number: 'ADS-2026-0199', issueDate: '2026-03-02' },
        lines: [{ description: 'Ghid de utilizare', quantity: -10, unitPrice: 24.75, vatRate: 11 }],
      },
    },
    romaniaStornoCreditNote: {
      summary: 'Romania: storno as a credit note with positive quantities (381)',
      value: {
        ...base,
        externalId: 'order-4712-storno',
        invoiceType: 'credit_note',
        precedingInvoice: { number: 'ADS-2026-0199', issueDate: '2026-03-02' },
        lines: [{ description: 'Ghid de utilizare', quantity: 10, unitPrice: 24.75, vatRate: 11 }],
      },
    },
    romaniaConsumer: {
      summary: 'Romania: a consumer without a personal number (thirteen zeros)',
      value: {
        country: 'RO',
        externalId: 'order-4713',
        currency: 'RON',
        supplier,
        customer: {
          consumer: true,
          name: 'Ioana Câmpeanu',
          address: {
            street: 'Strada Mihai Eminescu 21, ap. 4',
            city: 'București',
            postalCode: '020072',
            country: 'RO',
            stateOrProvince: 'Sector 2',
          },
        },
        lines: [{ description: 'Înlocuire robinet', unitPrice: 180, vatRate: 21 }],
      },
    },
    romaniaDeposit: {
      summary: 'Romania: deposits of the SGR system, charged and returned',
      value: {
        ...base,
        externalId: 'order-4714',
        lines: [
          { description: 'Apă minerală 0,5 l', quantity: 240, unitPrice: 2.15, vatRate: 11 },
          { ...deposit, quantity: 240 },
          { ...deposit, description: 'Garanție SGR, ambalaje returnate', quantity: -36 },
        ],
      },
    },
  }
}

/** Customs of German building. @param base a plain German invoice to an authority */
export function germanCustoms(base: Body): Readonly<Record<string, Example>> {
  return {
    germanyConstruction: {
      summary: 'Germany: building work under § 13b UStG with the certificate of § 48b EStG (Bauabzugsteuer)',
      value: {
        ...base,
        number: 'IV-2026-1049',
        lines: [{ description: 'Schnurgerüst', quantity: 1, unitPrice: 7900, vatRate: 0, vatCategory: 'AE' }],
        notes: [
          {
            text: 'Freistellungsbescheinigung nach § 48b EStG, Sicherheitsnummer 4711 0815 2026, gültig bis 31.12.2032; ein Steuerabzug entfällt.',
          },
        ],
      },
    },
    germanyLeitwegId: {
      summary: 'Germany: Leitweg-ID with fine address, in the extension of XRechnung (sub-lines)',
      value: {
        ...base,
        number: 'IV-2026-1050',
        customer: { ...(base['customer'] as Body), leitwegId: '04011000-1234512345-06' },
        lines: [
          {
            description: 'Messestand',
            quantity: 1,
            unitPrice: 4000,
            vatRate: 19,
            de: {
              subLines: [
                { description: 'Bauelemente', quantity: 1, unitPrice: 3000, vatRate: 19 },
                { description: 'Aufbau', quantity: 20, unitPrice: 50, vatRate: 19, unitCode: 'HUR' },
              ],
            },
          },
        ],
      },
    },
  }
}
