import type { CountryCode } from '../../../../domain/request/invoice-request.js'
import type { Example } from '../example.js'

type Body = Readonly<Record<string, unknown>>

/** The names of the cases: every country has them, beside what is its own. */
const CASES = {
  creditNote: 'a credit note',
  consumer: 'a consumer',
  reverseCharge: 'reverse charge',
  export: 'an export',
  administration: 'a public administration',
  advance: 'an advance invoice',
} as const

type Case = keyof typeof CASES

/** What an invoice of a case has beside supplier and currency. */
type CasesOfCountry = Readonly<Partial<Record<Case, Body>>>

const overseas = {
  vatNumber: 'US362167060',
  name: 'Lakeside Books Inc.',
  address: {
    street: '900 North Michigan Avenue',
    city: 'Chicago',
    postalCode: '60611',
    country: 'US',
    stateOrProvince: 'IL',
  },
}

const line = (description: string, unitPrice: number, vatRate: number, more: Body = {}): readonly Body[] => [
  { description, unitPrice, vatRate, ...more },
]

/** Those that another example of the country shows already are missing. */
const OF_COUNTRIES: Readonly<Partial<Record<CountryCode, CasesOfCountry>>> = {
  RO: {
    reverseCharge: {
      customer: {
        vatNumber: 'RO14285714',
        name: 'Moara Veche Prahova S.A.',
        address: {
          street: 'Str. Morii nr. 3',
          city: 'Ploiești',
          postalCode: '100512',
          country: 'RO',
          stateOrProvince: 'RO-PH',
        },
      },
      lines: line('Grâu panificabil, recolta 2026', 1012.5, 0, {
        quantity: 24.36,
        unitCode: 'TNE',
        vatCategory: 'AE',
        exemptionReason: 'Taxare inversă conform art. 331 alin. (2) lit. c) din Codul fiscal',
        itemCode: '10019900',
      }),
    },
    export: {
      customer: overseas,
      currency: 'USD',
      lines: line('Mese din lemn masiv de stejar', 642.5, 0, { quantity: 18, unitCode: 'H87', vatCategory: 'G' }),
    },
    administration: {
      customer: {
        vatNumber: 'RO4305857',
        name: 'Municipiul Cluj-Napoca',
        address: {
          street: 'Str. Moților 3',
          city: 'Cluj-Napoca',
          postalCode: '400001',
          country: 'RO',
          stateOrProvince: 'Cluj',
        },
      },
      contractReference: 'CS-2026-118',
      lines: line('Servicii de mentenanță, luna octombrie', 1850, 21, { unitCode: 'MON' }),
    },
  },
  IT: {
    creditNote: {
      invoiceType: 'credit_note',
      precedingInvoice: { number: 'FE-2026-0117', issueDate: '2026-01-30' },
      lines: line('Reso: manuale stampato', 3.56, 4, { quantity: 12 }),
      note: 'Copie danneggiate nel trasporto',
    },
    consumer: {
      customer: {
        consumer: true,
        nationalId: 'RSSMRA85T10A562S',
        name: 'Mario Rossi',
        address: {
          street: 'Via San Giuliano 3',
          city: 'San Giuliano Terme',
          postalCode: '56017',
          country: 'IT',
          stateOrProvince: 'PI',
        },
      },
      lines: line('Riparazione stampante', 85, 22),
    },
    reverseCharge: {
      lines: line('Pulizia locali, ottobre', 640, 0, {
        vatCategory: 'AE',
        exemptionReasonCode: 'N6.7',
        exemptionReason: 'Art. 17, c. 6, lett. a-ter), DPR 633/72',
        unitCode: 'MON',
      }),
    },
    export: {
      customer: overseas,
      lines: line('Strumento per prove sulla carta', 1080, 0, { vatCategory: 'G' }),
    },
    administration: {
      customer: {
        vatNumber: 'IT80016350821',
        nationalId: '80016350821',
        name: 'Comune di Palermo',
        address: {
          street: 'Piazza Pretoria 1',
          city: 'Palermo',
          postalCode: '90133',
          country: 'IT',
          stateOrProvince: 'PA',
        },
        sdiCode: 'UFXH7Q',
      },
      vatCollection: 'split_payment',
      tenderReference: '8712345678',
      projectReference: 'J51B21001230006',
      contractReference: 'C-2025-118',
      lines: line('Manutenzione portale, trimestre IV', 3200, 22, { unitCode: 'QAN' }),
    },
    advance: { typeCode: '386', lines: line('Acconto 30 % sul nuovo negozio online', 2400, 22) },
  },
  BE: {
    creditNote: {
      invoiceType: 'credit_note',
      precedingInvoice: { number: 'BRW-2026-0311', issueDate: '2026-01-30' },
      lines: line('Vlierbeek Blond, 4 bakken beschadigd', 31.85, 21, { quantity: 4 }),
    },
    reverseCharge: {
      lines: line('Gevelwerken', 12850, 0, {
        vatCategory: 'AE',
        exemptionReason: 'Verlegging van heffing, artikel 20 van het koninklijk besluit nr. 1',
      }),
    },
    export: {
      customer: { ...overseas, peppolId: '0088:4012345000009' },
      lines: line('Vlierbeek Blond, pallet', 1240, 0, { vatCategory: 'G', itemCode: '22030001' }),
    },
    administration: {
      customer: {
        vatNumber: 'BE0207451227',
        name: 'Stad Leuven',
        address: { street: 'Professor Van Overstraetenplein 1', city: 'Leuven', postalCode: '3000', country: 'BE' },
      },
      orderReference: 'LEU-2026-4410',
      lines: line('Receptie nieuwe inwoners, dranken', 92.4, 21, { quantity: 6 }),
    },
    advance: { typeCode: '386', lines: line('Voorschot op tapinstallatie', 2500, 21) },
  },
  PL: {
    creditNote: {
      invoiceType: 'credit_note',
      precedingInvoice: {
        number: 'FV/2026/10/0093',
        issueDate: '2026-10-14',
        ksefNumber: '5213891244-20261014-0100A1B2C3D4-EA',
      },
      lines: line('Projekt sklepu internetowego, etap 3 (rabat)', 185.5, 23, { quantity: 2, unitCode: 'HUR' }),
    },
    consumer: {
      customer: {
        consumer: true,
        name: 'Jan Kowalczyk',
        address: { city: 'Gdynia', postalCode: '81-366', country: 'PL' },
      },
      lines: line('Kurs fotografii online', 349, 23),
    },
    reverseCharge: {
      lines: line('Uprawnienia do emisji gazów cieplarnianych', 318.4, 0, {
        quantity: 100,
        vatCategory: 'AE',
        exemptionReason: 'art. 145e ust. 1 ustawy o VAT',
      }),
    },
    export: {
      customer: overseas,
      lines: line('Czytniki książek, model B2', 860, 0, { quantity: 3, vatCategory: 'G', itemCode: '85437090' }),
    },
    administration: {
      customer: {
        vatNumber: 'PL8513277142',
        name: 'Gmina Miasto Szczecin',
        localGovernmentUnit: true,
        address: { street: 'pl. Armii Krajowej 1', city: 'Szczecin', postalCode: '70-456', country: 'PL' },
      },
      thirdParties: [
        {
          role: 'local_government_recipient',
          name: 'Szkoła Podstawowa nr 7',
          nationalId: '8513277142-00017',
          address: { street: 'ul. Złotowska 86', city: 'Szczecin', postalCode: '71-793', country: 'PL' },
        },
      ],
      lines: line('Tablety dla uczniów', 899, 23, { quantity: 25 }),
    },
  },
  FR: {
    creditNote: {
      invoiceType: 'credit_note',
      precedingInvoice: { number: 'NTE-2026-0110', issueDate: '2026-01-30' },
      lines: line("Guide d'utilisation imprimé", 4.35, 5.5, { quantity: 10, itemCode: '49019900' }),
    },
    consumer: {
      customer: {
        consumer: true,
        name: 'Élodie Marchand',
        address: { street: '14 rue des Lilas', city: 'Nantes', postalCode: '44000', country: 'FR' },
        email: 'elodie.marchand@example.fr',
      },
      lines: line('Cours de piano, octobre', 32, 20, { quantity: 4, unitCode: 'HUR' }),
    },
    export: {
      customer: { ...overseas, email: 'ap@lakesidebooks.example' },
      lines: line('Bornes de lecture, modèle B2', 860, 0, { quantity: 3, vatCategory: 'G', itemCode: '84713000' }),
    },
    administration: {
      customer: {
        vatNumber: 'FR72217500016',
        siret: '21750001600019',
        name: 'Ville de Paris',
        address: { street: "Place de l'Hôtel de Ville", city: 'Paris', postalCode: '75004', country: 'FR' },
      },
      orderReference: 'BC-2026-77120',
      lines: line('Conseil, audit des éclairages', 95, 20, { quantity: 12, unitCode: 'HUR' }),
    },
    advance: { typeCode: '386', lines: line('Acompte de 30 % sur la refonte du site', 3600, 20, { unitCode: 'HUR' }) },
  },
  DE: {
    creditNote: {
      deliveryDate: '2026-01-30',
      invoiceType: 'credit_note',
      precedingInvoice: { number: 'IV-2026-1043', issueDate: '2026-01-30' },
      lines: line('Gutschrift Fahrtkosten', 0.52, 19, { quantity: 60, unitCode: 'KMT' }),
    },
    consumer: {
      deliveryDate: '2026-01-30',
      customer: {
        consumer: true,
        name: 'Katrin Möhring',
        address: { street: 'Lindenallee 7', city: 'Potsdam', postalCode: '14467', country: 'DE' },
        email: 'k.moehring@example.de',
      },
      buyerReference: 'Auftrag 0909',
      lines: line('Reparatur Küchenarmatur', 68, 19, { quantity: 2, unitCode: 'HUR' }),
    },
    reverseCharge: {
      deliveryDate: '2026-01-30',
      lines: line('Gebäudereinigung, Oktober', 980, 0, {
        vatCategory: 'AE',
        exemptionReason: 'Steuerschuldnerschaft des Leistungsempfängers',
        unitCode: 'MON',
      }),
    },
    export: {
      deliveryDate: '2026-01-30',
      customer: { ...overseas, email: 'ap@lakesidebooks.example' },
      buyerReference: 'PO-7781',
      lines: line('Nivelliergerät', 640, 0, { quantity: 2, vatCategory: 'G', itemCode: '90153000' }),
    },
    advance: { typeCode: '326', deliveryDate: '2026-01-30', lines: line('1. Abschlag, Bauvermessung', 4000, 19) },
  },
}

/** Fields of a domestic example that belong to that invoice alone. */
const OF_ONE_INVOICE: ReadonlySet<string> = new Set(['number', 'note', 'orderReference'])

function without(invoice: Body, fields: ReadonlySet<string>): Body {
  return Object.fromEntries(Object.entries(invoice).filter(([field]) => !fields.has(field)))
}

/** An invoice that a case is made from, with the name of its country. */
interface Plain {
  readonly country: string
  readonly invoice: Body
}

/**
 * The usual cases of business, for each country: what its invoice has more or other than a
 * domestic one.
 * @param plain a domestic invoice of each country, by its code
 */
export function casesOfBusiness(plain: Readonly<Record<CountryCode, Plain>>): Readonly<Record<string, Example>> {
  return Object.fromEntries(
    Object.entries(OF_COUNTRIES).flatMap(([code, cases]) => {
      const { country, invoice } = plain[code as CountryCode]
      return Object.entries(cases).map(([name, own]) => [
        `${country.toLowerCase()}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        {
          summary: `${country}: ${CASES[name as Case]}`,
          value: { ...without(invoice, OF_ONE_INVOICE), externalId: `${code}-${name}-1`, ...own },
        },
      ])
    }),
  )
}

/**
 * Romania: an invoice that the customer issues (389), so the customer is the company of the
 * account.
 * @param domestic its example
 */
export function selfBilled(domestic: Body): Readonly<Record<string, Example>> {
  return {
    romaniaSelfBilled: {
      summary: 'Romania: issued by the customer (autofactură, 389)',
      value: {
        ...domestic,
        externalId: 'order-4711-self',
        typeCode: '389',
        supplier: domestic['customer'],
        customer: domestic['supplier'],
      },
    },
  }
}
