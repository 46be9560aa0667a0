// What only FA(3) has of an invoice and its lines, in a part that is named after the country.

import type { Address } from './terms.js'

/** Of the invoice, in Poland. */
export interface PolishInvoicePart {
  /** FP: the invoice for a sale that a cash register recorded (art. 109 (3d)). */
  readonly forReceipt?: boolean
  /** TP: customer and supplier are related. */
  readonly relatedParties?: boolean
  /** P_1M. */
  readonly placeOfIssue?: string
  /** The day of the contract that `contractReference` names. */
  readonly contractDate?: string
  /** Contracts beside that of `contractReference`. */
  readonly furtherContracts?: readonly Agreement[]
  /** The day of the order that `orderReference` names. */
  readonly orderDate?: string
  /** Orders beside that of `orderReference`. */
  readonly furtherOrders?: readonly Agreement[]
  /** NrPartiiTowaru: numbers of the lots that the goods are from. */
  readonly lotNumbers?: readonly string[]
  /** WarunkiDostawy: terms of delivery, such as Incoterms. */
  readonly deliveryTerms?: string
  /** KursUmowny, WalutaUmowna: the rate of which the parties agreed to convert into PLN. */
  readonly agreedRate?: { readonly rate: number; readonly currency: string }
  readonly transports?: readonly PolishTransport[]
  /** TerminOpis of the (first) due date, or instead of it. */
  readonly dueWithin?: DueWithin
  /** TerminPlatnosci beside `dueDate` or the parts of the payment, without an amount. */
  readonly furtherDueDates?: readonly FurtherDueDate[]
  /** ZaliczkaCzesciowa: the payments of which one advance consists, or that a final one states. */
  readonly partPayments?: readonly PartPayment[]
  /** Zalacznik: structured data, such as those of metered media. */
  readonly attachment?: readonly AttachmentBlock[]
  /** PodmiotPosredniczacy: the seller is in the middle of a chain (art. 22 (2d)). */
  readonly chainIntermediary?: boolean
}

/** BlokDanych of an attachment. */
export interface AttachmentBlock {
  /** ZNaglowek. */
  readonly heading?: string
  /** MetaDane. */
  readonly metadata: readonly PolishEntry[]
  /** Akapit. */
  readonly paragraphs?: readonly string[]
  readonly tables?: readonly AttachmentTable[]
}

/** A key with its value. */
export interface PolishEntry {
  readonly key: string
  readonly value: string
}

/** Types of the columns of a table (Typ). */
export const COLUMN_TYPES = ['date', 'datetime', 'dec', 'int', 'time', 'txt'] as const

/** Tabela. A row has a cell for each column; an empty cell is an empty text. */
export interface AttachmentTable {
  /** TMetaDane. */
  readonly metadata?: readonly PolishEntry[]
  /** Opis. */
  readonly description?: string
  readonly columns: readonly { readonly name: string; readonly type: (typeof COLUMN_TYPES)[number] }[]
  readonly rows: readonly (readonly string[])[]
  /** Suma. */
  readonly totals?: readonly string[]
}

/** A payment before the supply. */
export interface PartPayment {
  readonly date: string
  /** With VAT; of a correction the difference, as amounts of its lines. */
  readonly amount: number
  /** KursWalutyZW: PLN for one unit of the currency. */
  readonly exchangeRate?: number
}

/** TerminOpis: so many units after an event. */
export interface DueWithin {
  readonly count: number
  /** In words, such as `dni`. */
  readonly timeUnit: string
  /** The event, in words. */
  readonly from: string
}

/** A day, a period, or both. */
export interface FurtherDueDate {
  readonly date?: string
  readonly within?: DueWithin
}

/** A contract or an order. */
export interface Agreement {
  readonly number?: string
  readonly date?: string
}

/** TRodzajTransportu, by the names of the API. */
export const TRANSPORT_MODES = {
  sea: '1',
  rail: '2',
  road: '3',
  air: '4',
  post: '5',
  pipeline: '7',
  inland_waterway: '8',
} as const

/** TLadunek, by the names of the API. */
export const CARGOES = {
  can: '1',
  barrel: '2',
  cylinder: '3',
  carton: '4',
  canister: '5',
  cage: '6',
  container: '7',
  basket: '8',
  punnet: '9',
  outer_packaging: '10',
  parcel: '11',
  bundle: '12',
  pallet: '13',
  receptacle: '14',
  solid_bulk_container: '15',
  liquid_bulk_container: '16',
  box: '17',
  tin: '18',
  crate: '19',
  sack: '20',
} as const

/** Transport. Either `mode` or `otherMode`, and either `cargo` or `otherCargo`. */
export interface PolishTransport {
  readonly mode?: keyof typeof TRANSPORT_MODES
  readonly otherMode?: string
  readonly carrier?: {
    readonly name: string
    readonly vatNumber?: string
    readonly nationalId?: string
    readonly address: Address
  }
  /** NrZleceniaTransportu. */
  readonly orderNumber?: string
  readonly cargo?: keyof typeof CARGOES
  readonly otherCargo?: string
  /** JednostkaOpakowania. */
  readonly packaging?: string
  readonly startsAt?: string
  readonly endsAt?: string
  readonly from?: Address
  readonly via?: readonly Address[]
  readonly to?: Address
}

/**
 * Why an invoice is issued before KSeF has it: by choice, because KSeF is unavailable, or because
 * it has failed.
 */
export const OFFLINE_MODES = ['offline24', 'unavailable', 'emergency'] as const
/** One of `OFFLINE_MODES`. */
export type OfflineMode = (typeof OFFLINE_MODES)[number]

/** TOznaczenieProcedury: the marks of procedures of JPK_V7. */
export const PROCEDURES = [
  'WSTO_EE',
  'IED',
  'TT_D',
  'I_42',
  'I_63',
  'B_SPV',
  'B_SPV_DOSTAWA',
  'B_MPV_PROWIZJA',
] as const

/** Of a line, in Poland. */
export interface PolishLinePart {
  /** Procedura. */
  readonly procedure?: (typeof PROCEDURES)[number]
  /** P_12_Zal_15: goods or services of annex 15, for which split payment is mandatory. */
  readonly annex15?: boolean
}
