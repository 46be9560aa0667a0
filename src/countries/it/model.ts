import type { InvoiceRequest, Line } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { fromRequest } from '../../einvoice/request/from-request/invoice.js'
import { withPaymentTerms } from '../../einvoice/request/from-request/payment-plan.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { Party } from '../../einvoice/model/parties.js'
import type { VatBreakdown } from '../../einvoice/model/settlement.js'
import { categoryOf, rateOf } from '../../einvoice/model/vat-category.js'
import type { NationalModel } from '../national-invoicing.js'
import { deductedByLines, ITALIAN_WORDS } from '../prepayments/lines.js'
import { typeCodeOf } from './document-types.js'
import { isEnasarco } from './enasarco.js'
import { inEuros } from './euro.js'
import { type ExtraLine, extraLines } from './extra-lines.js'
import { type FundContribution, fundContributions, withFunds } from './funds.js'
import { meaningOf, type NaturaContext, naturaOf } from './natura.js'
import { customerCountry, fiscalId } from './parties.js'
import { ITALY } from './profile.js'
import { type SummaryEntry, summaryOf } from './summary.js'
import { type WithheldTax, withheldTaxes } from './withholdings.js'

/** An invoice in the model of FatturaPA. All amounts except those of `invoice` are in EUR. */
export interface FatturaModel extends NationalModel {
  /** In the currency of the invoice. */
  readonly invoice: Invoice
  /** The request with amounts in EUR. */
  readonly request: InvoiceRequest
  /** The invoice in the document: the same in EUR. */
  readonly inEuros: Invoice
  /** The amounts of each line. */
  readonly naturas: readonly (string | undefined)[]
  /** The document's allowances and charges, as lines. */
  readonly extraLines: readonly ExtraLine[]
  /** Contributions that are charges of the invoice. */
  readonly funds: readonly FundContribution[]
  /** Contributions that the customer withholds, so that the total is without them. */
  readonly enasarco: readonly FundContribution[]
  readonly withheld: readonly WithheldTax[]
  readonly summary: readonly SummaryEntry[]
  /** The amount that the customer pays to the supplier. */
  readonly payable: Decimal
}

/** The model of an accepted invoice. Never fails. Pure. */
export function fatturaModel(given: InvoiceRequest, attachments: readonly Uint8Array[] = []): FatturaModel {
  const request = withFundBases(given, deductedByLines(given, ITALIAN_WORDS))
  const { request: euros, funds, enasarco, invoice: document } = modelled(inEuros(request), attachments)
  const naturas = euros.lines.map((line) => lineNatura(line, contextOf(euros)))
  const extra = extraLines(euros, document, contextOf(euros))
  const withheld = withheldTaxes(euros, document, funds, enasarco)
  const invoice = document.currency === request.currency ? document : modelled(request, attachments).invoice
  const payable = payableOf(document, euros, withheld)
  return {
    invoice:
      invoice === document
        ? withPaymentTerms(withDue(withRate(document, request), payable), request, ITALY)
        : withVatOf(document, invoice),
    request: euros,
    inEuros: document,
    naturas,
    extraLines: extra,
    funds,
    enasarco,
    withheld,
    summary: summaryOf(euros, document, naturas, extra, funds),
    payable,
  }
}

/** A fund's contribution is on the performance, so advances do not lower its base. */
function withFundBases({ prepayments, ...own }: InvoiceRequest, request: InvoiceRequest): InvoiceRequest {
  const { socialFunds } = request
  if (socialFunds === undefined || prepayments === undefined) return request
  const { lineNet = Decimal.zero } = fromRequest(own, ITALY).totals
  return { ...request, socialFunds: socialFunds.map((fund) => ({ base: Number(lineNet.toString()), ...fund })) }
}

interface Modelled {
  readonly request: InvoiceRequest
  readonly invoice: Invoice
  readonly funds: readonly FundContribution[]
  readonly enasarco: readonly FundContribution[]
}

function modelled(request: InvoiceRequest, attachments: readonly Uint8Array[]): Modelled {
  const plain = fromRequest(request, ITALY, attachments)
  const invoice: Invoice = {
    ...plain,
    typeCode: typeCodeOf(request) ?? plain.typeCode,
    despatchAdviceReference: request.deliveryNotes?.[0]?.number,
    seller: identified(plain.seller, request.supplier.nationalId),
    buyer: identified(plain.buyer, request.customer.nationalId),
  }
  const contributions = fundContributions(request, invoice, contextOf(request))
  const funds = contributions.filter(({ fund }) => !isEnasarco(fund))
  const enasarco = contributions.filter(({ fund }) => isEnasarco(fund))
  const whole = funds.length === 0 ? invoice : withFunds(invoice, request, funds)
  return { request, funds, enasarco, invoice: { ...whole, vatBreakdown: whole.vatBreakdown.map(withWords(request)) } }
}

/** An exemption without a reason has that of its Natura, as RiferimentoNormativo (BR-E-10). */
function withWords(request: InvoiceRequest): (entry: VatBreakdown) => VatBreakdown {
  return (entry) => {
    const { category, exemptionReason, exemptionReasonCode: code } = entry
    if (category !== 'E' || exemptionReason !== undefined || code?.startsWith('VATEX-') === true) return entry
    const natura = naturaOf({ category, rate: entry.rate, code }, contextOf(request))
    return { ...entry, exemptionReason: natura === undefined ? undefined : meaningOf(natura, false) }
  }
}

/** A consumer may have no VAT number; the codice fiscale identifies persons and bodies. */
function identified(party: Party, nationalId: string | undefined): Party {
  return {
    ...party,
    vatIdentifier: party.vatIdentifier === '' ? undefined : party.vatIdentifier,
    legalRegistration: nationalId === undefined ? party.legalRegistration : { value: nationalId },
  }
}

/** A rate from EUR to EUR is kept, so that a rule reports it as useless. */
function withRate(invoice: Invoice, { exchangeRate }: InvoiceRequest): Invoice {
  return exchangeRate === undefined ? invoice : { ...invoice, taxCurrency: invoice.currency }
}

function withDue(invoice: Invoice, due: Decimal): Invoice {
  return { ...invoice, totals: { ...invoice.totals, due } }
}

/**
 * The VAT in EUR is that of the document, which is computed from prices in EUR. Withheld taxes are
 * never in a foreign currency, so the amount due remains the total.
 */
function withVatOf({ totals: { vat } }: Invoice, invoice: Invoice): Invoice {
  return { ...invoice, totals: { ...invoice.totals, vatInTaxCurrency: vat } }
}

/** The total less the amounts that the customer pays to the state and to funds. */
function payableOf({ totals }: Invoice, { vatCollection }: InvoiceRequest, withheld: readonly WithheldTax[]): Decimal {
  const kept = Decimal.sum(withheld.map(({ amount }) => amount))
  const vatApart = vatCollection === 'split_payment' ? (totals.vat ?? Decimal.zero) : Decimal.zero
  return (totals.due ?? Decimal.zero).minus(kept).minus(vatApart)
}

function contextOf(request: InvoiceRequest): NaturaContext {
  return { taxRegime: taxRegime(request), customerCountry: customerCountry(request) }
}

/**
 * RegimeFiscale; default: the ordinary one, or "other" for a supplier abroad (TD17 and the like).
 */
export function taxRegime({ supplier }: Pick<InvoiceRequest, 'supplier'>): string {
  return supplier.taxRegime ?? ((fiscalId(supplier)?.country ?? 'IT') === 'IT' ? 'RF01' : 'RF18')
}

function lineNatura(line: Line, context: NaturaContext): string | undefined {
  return naturaOf({ category: categoryOf(line), rate: rateOf(line), code: line.exemptionReasonCode }, context)
}
