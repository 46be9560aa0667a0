import { oncePerObject } from '../domain/once-per-object.js'
import { type DocumentFormat, inFormat, type InvoiceRequest, isSyntax } from '../domain/request/invoice-request.js'
import type { Invoice } from '../einvoice/model/invoice-model.js'
import type { ReadingReport } from '../einvoice/syntax/reading-report.js'
import { readParsed } from '../einvoice/syntax/read-invoice.js'
import { writeCii } from '../einvoice/syntax/cii/write/document.js'
import { writeUbl } from '../einvoice/syntax/ubl/write/document.js'
import type { SaidInJson } from '../einvoice/request/to-request/invoice.js'
import type { XmlElement } from '../einvoice/xml/element.js'
import type { InvoiceTotals, Invoicing, Portal } from './country.js'
import { GENERAL_RULES } from './judging/general-rules.js'
import type { HybridProfile } from './printed.js'
import { type NationalTerm, type OptionalTerm, STANDARD_TERMS } from './terms.js'
import { judgeRequest, type RequestRules } from './judging/judge-request.js'

/** The differences between countries whose documents are written from the semantic model. */
interface ModelledCountry extends Pick<Invoicing, 'explain' | 'simulator' | 'gateway' | 'printed' | 'answering'> {
  /**
   * The invoice in the country's usage specification. `attachments` are the decoded contents in
   * the order of `invoice.attachments`.
   */
  readonly model: (invoice: InvoiceRequest, attachments?: readonly Uint8Array[]) => Invoice
  /** The inverse: a document that was read, in the form of the JSON. */
  readonly asRequest: (invoice: Invoice) => SaidInJson
  /** Terms of its documents beyond EN 16931; absent: none. */
  readonly terms?: readonly NationalTerm[]
  readonly ubl: { readonly format: string; readonly rules: RequestRules }
  /** UBL of an invoice that the customer issues; absent: the same as for all others. */
  readonly selfBilling?: { readonly format: string; readonly rules: RequestRules }
  /** Documents in the same syntaxes for a portal; absent: there is none. */
  readonly portal?: Portal & {
    readonly rules: RequestRules
    readonly formats: { readonly ubl: string; readonly cii: string }
  }
  /** Whether the Cross Industry Invoice of an invoice can be sent inside a PDF; absent: never. */
  readonly sendsHybrid?: (invoice: InvoiceRequest) => boolean
  readonly isIssuedByCustomer?: (invoice: InvoiceRequest) => boolean
  /** If the country accepts a Cross Industry Invoice as well. */
  readonly cii?: {
    /** One name, or that of a document. */
    readonly format: string | ((invoice: Pick<Invoice, 'specification'>) => string)
    readonly rules: RequestRules
    /** Other rules for an invoice that names its profile; undefined: the same. */
    readonly chosenRules?: (invoice: InvoiceRequest) => RequestRules | undefined
    readonly hybrid: HybridProfile
  }
}

/** Judges, converts and totals with the same model. */
export function modelledInvoicing(country: ModelledCountry): Invoicing {
  const { model, terms = [], ubl, selfBilling = ubl, portal, cii } = country
  const asRequest = oncePerObject(country.asRequest)
  const { explain, simulator, gateway, printed, answering, isIssuedByCustomer } = country
  const portalOf = (invoice: InvoiceRequest): ModelledCountry['portal'] =>
    portal?.isFor(invoice) === true ? portal : undefined
  /**
   * An impossible request was refused when the invoice came. A portal takes a Factur-X, which
   * contains a Cross Industry Invoice.
   */
  const documentFormatOf = (invoice: InvoiceRequest): DocumentFormat =>
    invoice.format ?? (portalOf(invoice) === undefined ? 'ubl' : 'cii')
  const isSentAsHybrid = (invoice: InvoiceRequest): boolean => {
    const isAsked = invoice.hybrid === true || (invoice.format === undefined && portalOf(invoice) !== undefined)
    return isAsked && country.sendsHybrid?.(invoice) === true
  }
  const asCii = (
    invoice: InvoiceRequest,
  ): Pick<NonNullable<ModelledCountry['cii']>, 'format' | 'rules'> | undefined => {
    if (documentFormatOf(invoice) !== 'cii') return undefined
    const { rules, formats } = portalOf(invoice) ?? {}
    if (rules && formats) return { rules, format: formats.cii }
    return cii && { format: cii.format, rules: cii.chosenRules?.(invoice) ?? cii.rules }
  }
  const asUbl = (invoice: InvoiceRequest): ModelledCountry['ubl'] => {
    const { rules, formats } = portalOf(invoice) ?? {}
    return rules && formats ? { rules, format: formats.ubl } : invoice.selfBilled === true ? selfBilling : ubl
  }
  const formatOf = (invoice: InvoiceRequest): string => {
    const { format } = asCii(invoice) ?? asUbl(invoice)
    // The lines, of which there may be many, do not decide it.
    const name = typeof format === 'string' ? format : format(model({ ...invoice, lines: [] }))
    return isSentAsHybrid(invoice) ? `Factur-X, ${name}` : name
  }
  return {
    formats: cii === undefined ? ['ubl'] : ['ubl', 'cii'],
    terms: new Set<OptionalTerm>([...STANDARD_TERMS, ...terms]),
    formatOf,
    documentFormatOf,
    ...(country.sendsHybrid !== undefined && { isSentAsHybrid }),
    model,
    asRequest,
    explain,
    simulator,
    ...(gateway !== undefined && { gateway }),
    ...(printed !== undefined && { printed }),
    ...(answering !== undefined && { answering }),
    ...(isIssuedByCustomer !== undefined && { isIssuedByCustomer }),
    ...(cii !== undefined && { hybrid: cii.hybrid }),
    ownRules: [...GENERAL_RULES, ...ubl.rules.own],
    ...(portal && { portal }),
    validate(invoice, { today }) {
      const wanted = asCii(invoice)
      return wanted === undefined
        ? judgeRequest(invoice, model, 'ubl', asUbl(invoice).rules, today)
        : judgeRequest(invoice, model, 'cii', wanted.rules, today)
    },
    convert(invoice, attachments) {
      const write = asCii(invoice) === undefined ? writeUbl : writeCii
      return { xml: write(model(invoice, attachments)), mediaType: 'application/xml', format: formatOf(invoice) }
    },
    read(document) {
      const { invoice, report } = readParsed(document)
      const { request, attachments, unsaid } = asRequest(invoice)
      const { syntax } = document.detected
      return {
        request: inFormat(request, isSyntax(syntax) ? syntax : undefined),
        attachments,
        unread: [...report.unread(), ...elementsOf(unsaid, report)],
        model: invoice,
        originOf: (group) => report.originOf(group),
      }
    },
    totals: (invoice) => totalsOf(model(invoice)),
  }
}

function elementsOf(groups: ReadonlySet<object>, report: ReadingReport): readonly XmlElement[] {
  return [...groups].map((group) => report.originOf(group)).filter((element) => element !== undefined)
}

/** Net, VAT and gross of a semantic model, as the API shows them. */
export function totalsOf({ totals }: Invoice): InvoiceTotals {
  return {
    netAmount: totals.withoutVat?.toFixed(2) ?? '0.00',
    vatAmount: totals.vat?.toFixed(2) ?? '0.00',
    grossAmount: totals.withVat?.toFixed(2) ?? '0.00',
  }
}
