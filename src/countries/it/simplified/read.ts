import type { InvoiceRequest, Line, Party, PrecedingInvoice } from '../../../domain/request/invoice-request.js'
import type { GivenTotals } from '../../../domain/request/terms.js'
import { defined } from '../../../domain/defined.js'
import { containedVat } from '../../../einvoice/request/from-request/prices-with-vat.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import { decimalOf } from '../../../einvoice/rules/bindings/xpath.js'
import { documentOf } from '../../../einvoice/syntax/written-document.js'
import type { XmlElement, XmlTree } from '../../../einvoice/xml/element.js'
import type { ReadDocument } from '../../judging/read-document.js'
import { invoiceTypeOf } from '../document-types.js'
import { readAttachments } from '../fatturapa/read/attachments.js'
import { SeveralInvoices } from '../fatturapa/read/document.js'
import { readAddress, readName, readRea, readTaxNumbers, withRecipient } from '../fatturapa/read/parties.js'
import { unreadOf } from '../fatturapa/unread.js'
import { codeIn, dayIn, decimalIn, numberOf, textIn } from '../fatturapa/values.js'
import { fatturaModel, taxRegime } from '../model.js'
import { exemptionOf, meaningOf, type NaturaContext } from '../natura.js'
import { customerCountry } from '../parties.js'
import { isOwedInEU } from '../summary.js'
import { putSimplified } from './document.js'

/** The duty of an invoice (DPR 642/1972, tariff, art. 13), whose amount the format lacks. */
const STAMP_DUTY = 2

/**
 * Reads a simplified FatturaPA (FSM10) with one invoice. Each DatiBeniServizi is a line of one
 * unit whose price includes VAT. `unread` is that of `readFattura`.
 * @throws SeveralInvoices
 */
export function readSimplified({ root }: XmlTree): ReadDocument {
  const bodies = root.all('FatturaElettronicaBody')
  const [body, second] = bodies
  if (second !== undefined) throw new SeveralInvoices(bodies.length, second)
  const said = new Set<XmlElement>()
  const { references, attachments } = readAttachments(body?.all('Allegati') ?? [], said)
  const header = root.child('FatturaElettronicaHeader')
  const supplier = readSupplier(header?.child('CedentePrestatore'), said)
  const customer = readCustomer(header, said)
  const context = { taxRegime: taxRegime({ supplier }), customerCountry: customerCountry({ customer }) }
  const items = (body?.all('DatiBeniServizi') ?? []).map((item) => readItem(item, context))
  const content: InvoiceRequest = {
    country: 'IT',
    ...readGeneralData(body?.child('DatiGenerali')),
    ...(codeIn(header, 'SoggettoEmittente') === 'CC' && { selfBilled: true as const }),
    supplier,
    customer,
    ...readRepresentative(header?.child('CedentePrestatore'), said),
    lines: items.map(({ line }) => line),
    pricesIncludeVat: true,
    ...(references.length > 0 && { attachments: references }),
  }
  const totals = readTotals(content, items)
  const request = totals === undefined ? content : { ...content, totals }
  // The document of the request has the rate instead.
  for (const { tax, amount, rate } of items)
    if (tax !== undefined && containedVat(amount, rate).minus(valueOf(tax)).abs().compare(CENT) <= 0) said.add(tax)
  const { document } = documentOf((sink) => {
    putSimplified(sink, fatturaModel(request, attachments))
  })
  return {
    request: content,
    ...(totals && { totals }),
    attachments,
    ...unreadOf(root, document.root, said),
    isAmount,
  }
}

const AMOUNTS = new Set(['Importo', 'Imposta', 'Aliquota'])

function isAmount({ name }: XmlElement): boolean {
  return AMOUNTS.has(name)
}

function readSupplier(element: XmlElement | undefined, said: Set<XmlElement>): Party {
  const address = readAddress(element?.child('Sede'), said)
  const { vatNumber, nationalId } = readTaxNumbers(element, address?.country ?? 'IT')
  const supplier: Party = {
    vatNumber,
    ...readName(element, said),
    ...defined({
      nationalId,
      address,
      permanentEstablishment: readAddress(element?.child('StabileOrganizzazione'), said),
      rea: readRea(element?.child('IscrizioneREA')),
    }),
  }
  const regime = codeIn(element, 'RegimeFiscale')
  return regime === undefined || regime === taxRegime({ supplier }) ? supplier : { ...supplier, taxRegime: regime }
}

/** A customer may have nothing but a tax number: then its name is empty. */
function readCustomer(header: XmlElement | undefined, said: Set<XmlElement>): Party {
  const element = header?.child('CessionarioCommittente')
  const others = element?.child('AltriDatiIdentificativi')
  const address = readAddress(others?.child('Sede'), said)
  const { vatNumber, nationalId } = readTaxNumbers(element?.child('IdentificativiFiscali'), address?.country ?? 'IT')
  const party: Party = {
    vatNumber,
    ...readName(others, said),
    ...defined({
      nationalId,
      address,
      permanentEstablishment: readAddress(others?.child('StabileOrganizzazione'), said),
    }),
  }
  return withRecipient(party, header?.child('DatiTrasmissione'))
}

function readRepresentative(
  supplier: XmlElement | undefined,
  said: Set<XmlElement>,
): Pick<InvoiceRequest, 'taxRepresentative'> {
  const element = supplier?.child('RappresentanteFiscale')
  if (element === undefined) return {}
  const { name, person } = readName(element, said)
  // Its name is one text.
  if (person !== undefined)
    for (const part of ['Nome', 'Cognome']) for (const child of element.all(part)) said.add(child)
  return { taxRepresentative: { vatNumber: readTaxNumbers(element, 'IT').vatNumber, name } }
}

function readGeneralData(
  data: XmlElement | undefined,
): Pick<
  InvoiceRequest,
  'invoiceType' | 'documentType' | 'number' | 'currency' | 'issueDate' | 'stampDuty' | 'precedingInvoice' | 'note'
> {
  const general = data?.child('DatiGeneraliDocumento')
  const corrected = data?.child('DatiFatturaRettificata')
  const type = codeIn(general, 'TipoDocumento') ?? ''
  return {
    invoiceType: invoiceTypeOf(type),
    number: textIn(general, 'Numero') ?? '',
    currency: codeIn(general, 'Divisa') ?? '',
    issueDate: dayIn(general, 'Data') ?? '',
    ...defined({
      documentType: type === '' ? undefined : type,
      stampDuty: codeIn(general, 'BolloVirtuale') === 'SI' ? STAMP_DUTY : undefined,
      precedingInvoice: corrected && readCorrected(corrected),
      note: textIn(corrected, 'ElementiRettificati'),
    }),
  }
}

function readCorrected(element: XmlElement): PrecedingInvoice {
  return { number: textIn(element, 'NumeroFR') ?? '', ...defined({ issueDate: dayIn(element, 'DataFR') }) }
}

interface ReadItem {
  readonly line: Line
  readonly amount: Decimal
  readonly rate: Decimal
  /** Imposta, where it is stated. */
  readonly tax: XmlElement | undefined
}

/** 2.2 DatiBeniServizi. */
function readItem(item: XmlElement, context: NaturaContext): ReadItem {
  const amount = decimalIn(item, 'Importo') ?? Decimal.zero
  const data = item.child('DatiIVA')
  const natura = codeIn(item, 'Natura')
  const rate = decimalIn(data, 'Aliquota') ?? rateOf(amount, decimalIn(data, 'Imposta') ?? Decimal.zero)
  const law = textIn(item, 'RiferimentoNormativo')
  const exemption = natura === undefined ? {} : exemptionOf(natura, law, context)
  const isOwed = isOwedInEU(context.customerCountry, exemption.vatCategory === undefined ? [] : [exemption.vatCategory])
  const isUsual = natura !== undefined && law === meaningOf(natura, isOwed)
  const isNegative = amount.compare(Decimal.zero) < 0
  return {
    line: {
      description: textIn(item, 'Descrizione') ?? '',
      // A price has no sign.
      quantity: isNegative ? -1 : 1,
      unitCode: 'C62',
      unitPrice: numberOf(amount.abs()),
      vatRate: numberOf(rate),
      ...exemption,
      ...defined({ exemptionReason: isUsual ? undefined : law }),
    },
    amount,
    rate,
    tax: data?.child('Imposta'),
  }
}

function valueOf(element: XmlElement): Decimal {
  return decimalOf(element) ?? Decimal.zero
}

/** The rates of Italy (DPR 633/1972, art. 16), the usual first. */
const RATES = [22, 10, 4, 5].map((rate) => Decimal.of(rate))
const CENT = Decimal.of('0.01')
const HUNDRED = Decimal.of(100)

/** The rate of a VAT that an amount contains: a lawful one, if it fits to the cent. */
function rateOf(amount: Decimal, tax: Decimal): Decimal {
  const net = amount.minus(tax)
  if (tax.isZero() || net.isZero()) return Decimal.zero
  const off = (rate: Decimal): Decimal => containedVat(amount, rate).minus(tax).abs()
  const exact = RATES.find((rate) => off(rate).isZero()) ?? RATES.find((rate) => off(rate).compare(CENT) <= 0)
  return exact ?? tax.times(HUNDRED).dividedBy(net).round(2)
}

/**
 * The totals that the document states, where its VAT is another than that of the amounts; else
 * undefined: the service computes the same.
 */
function readTotals(request: InvoiceRequest, items: readonly ReadItem[]): GivenTotals | undefined {
  const { inEuros } = fatturaModel(request)
  const stated = new Map<string, Decimal>()
  for (const { rate, tax, amount } of items) {
    const key = rate.toString()
    const own = tax === undefined ? containedVat(amount, rate) : valueOf(tax)
    stated.set(key, (stated.get(key) ?? Decimal.zero).plus(own))
  }
  const isStated = items.some(({ tax }) => tax !== undefined)
  if (!isStated) return undefined
  const gross = Decimal.sum(items.map(({ amount }) => amount))
  const breakdown = inEuros.vatBreakdown.flatMap(({ category, rate, taxable = Decimal.zero, tax = Decimal.zero }) => {
    const own = category === 'S' && rate !== undefined ? stated.get(rate.toString()) : undefined
    if (own === undefined || rate === undefined || own.equals(tax)) return []
    return [
      {
        vatRate: numberOf(rate),
        taxableAmount: numberOf(taxable.plus(tax).minus(own)),
        taxAmount: numberOf(own),
      },
    ]
  })
  if (breakdown.length === 0) return undefined
  const vat = Decimal.sum([...stated.values()])
  return {
    netAmount: numberOf(gross.minus(vat)),
    vatAmount: numberOf(vat),
    grossAmount: numberOf(gross),
    vatBreakdown: breakdown,
  }
}
