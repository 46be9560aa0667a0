// The part of an accepted invoice that only FatturaPA contains, under `it`.

/** A natural person, who has Nome and Cognome instead of a Denominazione. */
export interface Person {
  readonly firstName: string
  readonly lastName: string
  /** Titolo, for example `Dott.ssa`. */
  readonly title?: string
}

/** A party that FatturaPA identifies by numbers and a name, without an address. */
interface NamedParty {
  readonly name: string
  readonly person?: Person
  /** Normalised, with country prefix. */
  readonly vatNumber?: string
  /** Codice fiscale. */
  readonly nationalId?: string
}

/** TerzoIntermediarioOSoggettoEmittente. */
export interface Intermediary extends NamedParty {
  /** Whether it issues the invoice for the supplier (SoggettoEmittente TZ); true if absent. */
  readonly issues?: boolean
}

/** DatiAnagraficiVettore. */
export interface Carrier extends NamedParty {
  readonly vatNumber: string
  /** NumeroLicenzaGuida. */
  readonly drivingLicence?: string
}

/** DatiTrasporto; the address and the date of delivery are `delivery` and `deliveryDate`. */
export interface Transport {
  readonly carrier?: Carrier
  /** MezzoTrasporto. */
  readonly means?: string
  /** CausaleTrasporto. */
  readonly reason?: string
  /** NumeroColli. */
  readonly packages?: number
  /** Descrizione of the goods. */
  readonly goods?: string
  /** UnitaMisuraPeso. */
  readonly weightUnit?: string
  readonly grossWeight?: number
  readonly netWeight?: number
  /** DataOraRitiro, ISO 8601. */
  readonly collectedAt?: string
  /** DataInizioTrasporto. */
  readonly startDate?: string
  /** TipoResa: an Incoterm. */
  readonly incoterm?: string
}

/** The kinds of `RelatedDocument`, in the order of FatturaPA. */
export const RELATED_KINDS = ['order', 'contract', 'agreement', 'receipt'] as const
/** One of `RELATED_KINDS`. */
export type RelatedKind = (typeof RELATED_KINDS)[number]

/** DatiOrdineAcquisto, DatiContratto, DatiConvenzione or DatiRicezione. */
export interface RelatedDocument {
  readonly kind: RelatedKind
  /** IdDocumento. */
  readonly number: string
  /** Data. */
  readonly issueDate?: string
  /** NumItem. */
  readonly item?: string
  /** CodiceCommessaConvenzione. */
  readonly jobCode?: string
  /** CodiceCUP. */
  readonly projectReference?: string
  /** CodiceCIG. */
  readonly tenderReference?: string
  /** The lines that it covers, from 0; all if absent. */
  readonly lines?: readonly number[]
}

/** What only an Italian invoice says. */
export interface ItalianInvoicePart {
  /** Art73: the supplier may issue several invoices of one number in a year. */
  readonly art73?: boolean
  readonly relatedDocuments?: readonly RelatedDocument[]
  /** DatiSAL: RiferimentoFase of each stage of the works. */
  readonly progressStages?: readonly number[]
  readonly transport?: Transport
  readonly intermediary?: Intermediary
}
