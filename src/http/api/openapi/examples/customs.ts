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

/** Customs of Belgian trade. @param base a plain Belgian invoice */
export function belgianCustoms(base: Body): Readonly<Record<string, Example>> {
  const deposit = {
    unitPrice: 4.5,
    vatRate: 0,
    vatCategory: 'E',
    exemptionReason: 'Statiegeld, artikel 28, 5° Btw-wetboek',
  }
  return {
    belgiumDeposit: {
      summary: 'Belgium: deposits on crates (vidange), charged and returned',
      value: {
        ...base,
        number: 'VB-2026-0087',
        lines: [
          { description: 'Blond, bak 24 × 33 cl', quantity: 10, unitPrice: 31.85, vatRate: 21 },
          { ...deposit, description: 'Statiegeld bakken', quantity: 10 },
          { ...deposit, description: 'Teruggenomen leeggoed', quantity: -8 },
        ],
      },
    },
    belgiumCashRounding: {
      summary: 'Belgium: paid in cash, rounded to five cents',
      value: {
        ...base,
        number: 'VB-2026-0088',
        lines: [{ description: 'Proeverij', quantity: 12, unitPrice: 24.77, vatRate: 21 }],
        paymentMeans: { code: '10', paymentTerms: 'Contant betaald, afgerond op 5 cent' },
        roundingAmount: -0.01,
      },
    },
  }
}

/** Customs of French trade. @param base a plain French invoice */
export function frenchCustoms(base: Body): Readonly<Record<string, Example>> {
  return {
    franceOverseas: {
      summary: 'France: rates of the overseas departments',
      value: {
        ...base,
        number: 'NTE-2026-0131',
        lines: [
          { description: 'Installation, Fort-de-France', quantity: 3, unitCode: 'DAY', unitPrice: 560, vatRate: 8.5 },
          { description: 'Guide imprimé', quantity: 40, unitPrice: 4.35, vatRate: 2.1, itemCode: '49019900' },
        ],
        note: "Travaux en Martinique : taux des départements d'outre-mer, art. 296 du CGI",
      },
    },
    franceEcoContribution: {
      summary: 'France: an eco-contribution (DEEE) in the price of a line, and a deposit (consigne)',
      value: {
        ...base,
        number: 'NTE-2026-0132',
        lines: [
          {
            description: 'Lecteur de codes-barres',
            quantity: 12,
            unitPrice: 89,
            vatRate: 20,
            itemCode: '84719000',
            charges: [{ amount: 6, reason: 'Éco-participation DEEE, 0,50 € par appareil', reasonCode: 'ABK' }],
          },
          {
            description: 'Consigne de palettes',
            quantity: 2,
            unitPrice: 15,
            vatRate: 0,
            vatCategory: 'E',
            exemptionReason: 'Emballages consignés, art. 267, II, 1° du CGI',
          },
        ],
      },
    },
    franceSubcontracting: {
      summary: 'France: subcontracted building work (autoliquidation)',
      value: {
        ...base,
        number: 'NTE-2026-0133',
        lines: [
          {
            description: 'Câblage en sous-traitance, chantier de Vaise',
            unitPrice: 6400,
            vatRate: 0,
            vatCategory: 'AE',
            period: { start: '2026-03-02', end: '2026-03-20' },
          },
        ],
      },
    },
  }
}

/** Customs of German trade. @param base a plain German invoice to an authority */
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
    germanyMarginScheme: {
      summary: 'Germany: used goods under the margin scheme (§ 25a UStG)',
      value: {
        ...base,
        number: 'IV-2026-1051',
        lines: [
          {
            description: 'Gebrauchtes Tachymeter, Baujahr 2019',
            unitPrice: 2450,
            vatRate: 0,
            vatCategory: 'E',
            exemptionReason: 'Gebrauchtgegenstände/Sonderregelung',
            exemptionReasonCode: 'VATEX-EU-F',
          },
        ],
      },
    },
    germanyExempt: {
      summary: 'Germany: exempt under § 4 Nr. 21 UStG',
      value: {
        ...base,
        number: 'IV-2026-1052',
        lines: [
          {
            description: 'Schulung Vermessung',
            unitPrice: 480,
            vatRate: 0,
            vatCategory: 'E',
            exemptionReason: 'Steuerfrei nach § 4 Nr. 21 UStG',
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
