import type { Credentials } from '../domain/connection.js'
import type { InvoiceRequest, CountryCode, DocumentFormat, InvoiceType } from '../domain/request/invoice-request.js'
import type { Language } from '../domain/language.js'
import type { Judgement } from '../einvoice/rules/judgement.js'
import type { Invoice } from '../einvoice/model/invoice-model.js'
import type { Rule } from '../einvoice/rules/rule.js'
import type { Term } from '../einvoice/model/term.js'
import type { InvoiceDocument } from '../einvoice/syntax/invoice-document.js'
import type { SaidInJson } from '../einvoice/request/to-request/invoice.js'
import type { Simulator } from './simulation/simulator.js'
import type { ConnectionSetup } from './connection-setup.js'
import type { DocumentProfile } from './judging/document-profile.js'
import type { CountryExample } from './example.js'
import type { Answering } from './gateway/answering.js'
import type { Gateway } from './gateway/gateway.js'
import type { GatewayTools } from './gateway/gateway-tools.js'
import type { InboundDoor } from './gateway/inbound-door.js'
import type { Notifications } from './gateway/notifications.js'
import type { HybridProfile, PrintContext, Printed } from './printed.js'
import type { UnderstoodDocument } from './judging/read-document.js'
import type { Outcome } from './rejections/closings.js'
import type { CountrySetting } from './settings.js'
import type { OptionalTerm } from './terms.js'

export type { Finding, Judgement } from '../einvoice/rules/judgement.js'

/** What invoice numbers of a series may be. */
export interface NumberForm {
  /** Characters, at most. */
  readonly longest: number
  /** Matches each of them. */
  readonly allowed: RegExp
}

/**
 * Everything that the service needs of a country. A country is one folder under `countries/` that
 * exports one of these, and one line in `countries/registry.ts`.
 */
export interface Country {
  readonly code: CountryCode
  /** English name. */
  readonly name: string
  /** The default language in which its invoices are shown. */
  readonly language: Language
  /** Its currency, ISO 4217; absent: EUR. */
  readonly currency?: string
  /** IANA name: the time zone of issue dates and their ages. */
  readonly timeZone: string
  /** VAT number format; see `VatNumberFormat`. */
  readonly vat: VatNumberFormat
  /** What numbers of its invoices may be; absent: what is common to all countries. */
  readonly numbers?: NumberForm
  /**
   * The operator's settings for this country, by their environment variables, which begin with the
   * government's name; absent: none.
   */
  readonly settings?: Readonly<Record<string, CountrySetting>>
  /** How a production connection is set up. */
  readonly setup: ConnectionSetup
  /**
   * The rules for documents in its formats, the default first; none while its format is not
   * available.
   */
  readonly documents: readonly DocumentProfile[]
  /**
   * Rules, conversion and gateways; null while the country's format is not available: its invoices
   * are refused at once, its companies and connections work.
   */
  readonly invoicing: Invoicing | null
  /** The endpoint for its government's messages, if it calls us; absent: it does not. */
  readonly inbound?: readonly InboundDoor[]
  /** The notifications of its customers' own systems; absent: there are none. */
  readonly notifications?: Notifications
  /** Its example in the API's reference; absent: another country's example is used. */
  readonly example?: CountryExample
}

/** How a country writes its VAT numbers. `normalise` never throws. */
export interface VatNumberFormat {
  /** Description of the format with an example, for error messages. */
  readonly description: string
  /**
   * Converts to upper case, removes spaces, dots and dashes, prepends the prefix, then checks the
   * format, and with `checkDigit` the check digit if the country defines one. null: not a VAT
   * number of this country.
   */
  normalise(vatNumber: string, options: { readonly checkDigit: boolean }): string | null
}

/** A code of UNTDID 1001 that a national format can express. */
export interface RequestedType {
  readonly invoiceTypes: readonly InvoiceType[]
  /** The values of `documentType` that may stand beside it. */
  readonly documentTypes: readonly string[]
}

/** The invoice processing of a country, from its rules to its government's responses. */
export interface Invoicing {
  /** The formats that an invoice may request, the country's own first. */
  readonly formats: readonly DocumentFormat[]
  /**
   * The optional terms that its formats have a place for. An invoice with any other is refused.
   */
  readonly terms: ReadonlySet<OptionalTerm>
  /**
   * The codes of `typeCode` that its format can express, each with what may stand beside it;
   * absent: any.
   */
  readonly typeCodes?: ReadonlyMap<string, RequestedType>
  /**
   * The format of the invoice's document as shown in `invoice.validated`, for example
   * `UBL 2.1 CIUS-RO`. Pure.
   */
  formatOf(invoice: InvoiceRequest): string
  /** The format of the invoice's document, as requested or as is usual. Pure. */
  readonly documentFormatOf: (invoice: InvoiceRequest) => DocumentFormat
  /**
   * Whether the document of an invoice is sent inside a PDF, see `hybrid`; absent: never. Pure.
   */
  readonly isSentAsHybrid?: (invoice: InvoiceRequest) => boolean
  /** The service's own rules, `CW-…`, besides those of the documents. */
  readonly ownRules: readonly Rule[]
  /** Rules on fields of the JSON that documents of some kind have no place for; absent: none. */
  readonly rulesOnFields?: readonly FieldRule[]
  /**
   * A government's portal with documents of its own, for some customers; absent: none. Pure.
   */
  readonly portal?: Portal
  /** The invoice in the model of EN 16931, for display. Pure; `attachments` as for `convert`. */
  model(invoice: InvoiceRequest, attachments?: readonly Uint8Array[]): Invoice
  /** Judges an invoice by EN 16931, the national rules and the business rules. Pure. */
  validate(invoice: InvoiceRequest, context: ValidationContext): Judgement
  /**
   * The invoice in the country's XML, even if it breaks rules, as long as it can be expressed.
   * Pure; `attachments` are the decoded contents in the order of `invoice.attachments`.
   * @param createdAt when the service took the invoice, for formats that name it; absent: in a
   *   document that is not sent
   */
  convert(invoice: InvoiceRequest, attachments: readonly Uint8Array[], createdAt?: Date): ConvertedDocument
  /**
   * Whether the customer issues an invoice of this kind, beside those that are `selfBilled`;
   * absent: none. Pure.
   */
  readonly isIssuedByCustomer?: (invoice: InvoiceRequest) => boolean
  /**
   * What only the day of its submission shows, `YYYY-MM-DD` in the country's time zone, in the
   * form of `errors` of a validation; absent: nothing. Pure.
   */
  readonly warningsWhenSent?: (invoice: InvoiceRequest, today: string) => readonly string[]
  /**
   * Reads a document in one of the formats into the JSON. Pure.
   * @throws UnreadableDocument
   */
  read(document: InvoiceDocument): UnderstoodDocument
  /**
   * Any invoice of EN 16931 as JSON for this country, even if its format can't express it. Pure.
   */
  readonly asRequest: (invoice: Invoice) => SaidInJson
  /**
   * The invoice over the same amounts without fields on which amounts depend and which no other
   * country has; absent: there are none. Pure.
   */
  readonly inCommonFields?: (invoice: InvoiceRequest) => InvoiceRequest
  /**
   * How its Cross Industry Invoice is embedded in a human-readable PDF (Factur-X, in Germany
   * ZUGFeRD); absent: not usual there.
   */
  readonly hybrid?: HybridProfile
  /** Data of the invoice to display for which EN 16931 has no term; absent: none. Pure. */
  readonly printed?: (invoice: InvoiceRequest, context: PrintContext) => Printed
  /**
   * Net, VAT and gross (BT-109, BT-110, BT-112) as decimal strings with two decimals, in the
   * invoice's currency. Pure.
   */
  totals(invoice: InvoiceRequest): InvoiceTotals
  /**
   * Explains a raw government text in English, with the remedy. Never fails: an unknown text gets
   * a general explanation.
   */
  readonly explain: (rawText: string, outcome?: Outcome) => Explanation
  /** What its buyers can answer to a received invoice; absent: nothing. */
  readonly answering?: Answering
  /** The simulator of the government in the test environment. */
  readonly simulator: Simulator
  /**
   * The gateway to the government; absent while it is not available, null if a required setting is
   * missing.
   */
  readonly gateway?: (tools: GatewayTools) => Gateway | null
}

/** A rule on a field that the document lacks; `{}` in the message is the field. */
export interface FieldRule {
  readonly id: string
  readonly severity: 'fatal' | 'warning'
  /** Business terms of EN 16931. */
  readonly terms: readonly Term[]
  readonly message: string
  readonly fix: string
}

/** A portal of a government with documents of its own. */
export interface Portal {
  readonly documents: DocumentProfile
  /** Whether an invoice goes through the portal. */
  readonly isFor: (invoice: Pick<InvoiceRequest, 'customer' | 'businessProcess'>) => boolean
  /**
   * Whether the credentials of the connection decide that, for an invoice in JSON or for a
   * document of the caller.
   */
  readonly isOpen: (invoice: InvoiceRequest, form: 'json' | 'document') => boolean
  /** The invoice with that decision. */
  readonly decided: (invoice: InvoiceRequest, credentials: Credentials) => InvoiceRequest
}

/** The context of the rules besides the invoice. */
interface ValidationContext {
  /** Today in the country's time zone, `YYYY-MM-DD`. */
  readonly today: string
}

/** BT-109, BT-110 and BT-112 as decimal strings with two decimals, in the invoice's currency. */
export interface InvoiceTotals {
  readonly netAmount: string
  readonly vatAmount: string
  readonly grossAmount: string
}

/** The document that is sent to the government. `format` is the result of `formatOf`. */
interface ConvertedDocument {
  readonly xml: string
  readonly mediaType: 'application/xml'
  readonly format: string
}

/**
 * The meaning of a raw government text (`errorTranslated`) and the remedy (`errorFix`), in
 * English.
 */
export interface Explanation {
  readonly errorTranslated: string
  readonly errorFix: string
}
