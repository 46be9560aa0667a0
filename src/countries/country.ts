import type { InvoiceRequest, CountryCode, DocumentFormat } from '../domain/request/invoice-request.js'
import type { Language } from '../domain/language.js'
import type { Judgement } from '../einvoice/rules/judgement.js'
import type { Invoice } from '../einvoice/model/invoice-model.js'
import type { Rule } from '../einvoice/rules/rule.js'
import type { InvoiceDocument } from '../einvoice/syntax/invoice-document.js'
import type { SaidInJson } from '../einvoice/request/to-request/invoice.js'
import type { Simulator } from './simulation/simulator.js'
import type { ConnectionSetup } from './connection-setup.js'
import type { DocumentProfile } from './judging/document-profile.js'
import type { CountryExample } from './example.js'
import type { Gateway } from './gateway/gateway.js'
import type { GatewayTools } from './gateway/gateway-tools.js'
import type { InboundDoor } from './gateway/inbound-door.js'
import type { HybridProfile, PrintContext, Printed } from './printed.js'
import type { UnderstoodDocument } from './judging/read-document.js'
import type { Outcome } from './rejections/closings.js'
import type { CountrySetting } from './settings.js'
import type { OptionalTerm } from './terms.js'

export type { Finding, Judgement } from '../einvoice/rules/judgement.js'
export type { ConnectionSetup } from './connection-setup.js'

/**
 * Everything that the service asks of a country. A country is one folder under `countries/` that
 * exports one of these, and one line in `countries/registry.ts`.
 */
export interface Country {
  readonly code: CountryCode
  /** English name. */
  readonly name: string
  /** In which its invoices are shown to people where no other language is asked for. */
  readonly language: Language
  /** IANA name: the calendar in which issue dates and their ages are counted. */
  readonly timeZone: string
  /** VAT number format; see `VatNumberFormat`. */
  readonly vat: VatNumberFormat
  /**
   * What the operator has to tell of this country, by its name in the environment, which begins
   * with the government's; absent: nothing.
   */
  readonly settings?: Readonly<Record<string, CountrySetting>>
  /** How a production connection comes to life. */
  readonly setup: ConnectionSetup
  /**
   * By which rules documents in its formats are judged, the usual one first; none while its format
   * is not built.
   */
  readonly documents: readonly DocumentProfile[]
  /**
   * Rules, conversion and gateways; null while the country's format is not built: its invoices are
   * refused at once, its companies and connections work.
   */
  readonly invoicing: Invoicing | null
  /** Where its government's messages come in, if it calls us; absent: it does not. */
  readonly inbound?: readonly InboundDoor[]
  /** What the API's reference shows of it; absent: another country's example stands for all. */
  readonly example?: CountryExample
}

/** How a country writes its VAT numbers. `normalise` never throws. */
export interface VatNumberFormat {
  /** The format in words, for error messages, with an example. */
  readonly description: string
  /**
   * Upper-cases, drops spaces, dots and dashes, prepends the prefix, then checks the format, and
   * the check digit too when `checkDigit` is set and the country defines one. null: not a VAT
   * number of this country.
   */
  normalise(vatNumber: string, options: { readonly checkDigit: boolean }): string | null
}

/** What a country does with invoices, from their rules to its government's answers. */
export interface Invoicing {
  /** The formats that an invoice may ask for, the country's own first. */
  readonly formats: readonly DocumentFormat[]
  /**
   * The optional terms that its formats have a place for. An invoice with any other is refused.
   */
  readonly terms: ReadonlySet<OptionalTerm>
  /**
   * The format of the invoice's document as shown in `invoice.validated`, for example
   * `UBL 2.1 CIUS-RO`. Pure.
   */
  formatOf(invoice: InvoiceRequest): string
  /** The service's own rules, `CW-…`, beside those of the documents. */
  readonly ownRules: readonly Rule[]
  /**
   * The invoice as EN 16931 sees it, for whoever shows it. Pure; `attachments` as of `convert`.
   */
  model(invoice: InvoiceRequest, attachments?: readonly Uint8Array[]): Invoice
  /** Judges an invoice by EN 16931, the national rules and the business rules. Pure. */
  validate(invoice: InvoiceRequest, context: ValidationContext): Judgement
  /**
   * The invoice in the country's XML; also of an invoice that breaks rules, as long as it can be
   * expressed. Pure; `attachments` are the decoded contents in the order of `invoice.attachments`.
   */
  convert(invoice: InvoiceRequest, attachments: readonly Uint8Array[]): ConvertedDocument
  /**
   * Reads a document in one of the formats, as the JSON would say it. Pure.
   * @throws UnreadableDocument
   */
  read(document: InvoiceDocument): UnderstoodDocument
  /**
   * Any invoice of EN 16931 as the JSON of this country would say it, whether or not its format
   * can. Pure.
   */
  readonly asRequest: (invoice: Invoice) => SaidInJson
  /**
   * How its Cross Industry Invoice is carried inside a PDF for people (Factur-X, in Germany
   * ZUGFeRD); absent: that is not usual there.
   */
  readonly hybrid?: HybridProfile
  /**
   * What people are shown of the invoice that EN 16931 has no term for; absent: nothing. Pure.
   */
  readonly printed?: (invoice: InvoiceRequest, context: PrintContext) => Printed
  /**
   * Net, VAT and gross (BT-109, BT-110, BT-112) as decimal strings with two decimals, in the
   * invoice's currency. Pure.
   */
  totals(invoice: InvoiceRequest): InvoiceTotals
  /**
   * What a raw government text means, in English, and what to do after that outcome. Never fails:
   * an unknown text gets a general answer.
   */
  readonly explain: (rawText: string, outcome?: Outcome) => Explanation
  /** The stand-in for the government that the test environment uses. */
  readonly simulator: Simulator
  /**
   * The interface to the government itself; absent while it is not built, null where the settings
   * lack what it needs.
   */
  readonly gateway?: (tools: GatewayTools) => Gateway | null
}

/** What rules need beside the invoice. */
export interface ValidationContext {
  /** Today in the country's time zone, `YYYY-MM-DD`. */
  readonly today: string
}

/** BT-109, BT-110 and BT-112 as decimal strings with two decimals, in the invoice's currency. */
export interface InvoiceTotals {
  readonly netAmount: string
  readonly vatAmount: string
  readonly grossAmount: string
}

/** The document as it goes to the government. `format` is the name that `formatOf` gives. */
export interface ConvertedDocument {
  readonly xml: string
  readonly mediaType: 'application/xml'
  readonly format: string
}

/**
 * What a raw government text means (`errorTranslated`) and what to do (`errorFix`), in English.
 */
export interface Explanation {
  readonly errorTranslated: string
  readonly errorFix: string
}
