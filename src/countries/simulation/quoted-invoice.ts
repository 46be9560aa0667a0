import type { Submission } from '../gateway/gateway.js'
import type { Quoted } from '../rejections/quoted.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { lengthOf } from '../../domain/text.js'

/** The elements of a format in texts about its schema, and their namespace. */
export type QuotedElements = Pick<Quoted, (`${string}Element` & keyof Quoted) | 'namespace'>

/** The values of an invoice that every government can quote. Linear in its document. */
export function quotedInvoice({ invoice, invoiceId, xml }: Submission, elements: QuotedElements): Quoted {
  const { number, issueDate, currency, lines, supplier, customer } = invoice
  const [line] = lines
  const description = line?.description ?? number
  const unitPrice = String(line?.unitPrice ?? 0)
  const [year = '', month = '', day = ''] = issueDate.split('-')
  return {
    ...elements,
    ...placeOf(number, xml),
    number,
    numberLength: String(lengthOf(number)),
    numberLengthMore: String(lengthOf(number) + 1),
    issueDate,
    issueDay: `${day}-${month}-${year}`,
    currency,
    otherCurrencies: `[${CURRENCIES.filter((each) => each !== currency).join(', ')}]`,
    invoiceId,
    description,
    descriptionLength: String(lengthOf(description)),
    descriptionLengthLess: String(lengthOf(description) - 1),
    quantity: String(line?.quantity ?? 0),
    unitPrice,
    unitPriceDecimals: String(/\.(\d+)$/.exec(unitPrice)?.[1]?.length ?? 0),
    lineNumber: '1',
    supplierVat: supplier.vatNumber,
    supplierNumber: supplier.vatNumber,
    customerNumber: customer.vatNumber,
  }
}

/** The currencies of the countries of the service. */
const CURRENCIES = ['EUR', 'PLN', 'RON']

/** The elements of an invoice in UBL or in CII. */
export function elementsOf({ format, invoiceType }: InvoiceRequest): QuotedElements {
  if (format === 'cii') return CII
  return invoiceType === 'credit_note'
    ? {
        ...UBL,
        rootElement: 'CreditNote',
        namespace: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2',
        typeElement: 'cbc:CreditNoteTypeCode',
        quantityElement: 'cbc:CreditedQuantity',
      }
    : UBL
}

const UBL: QuotedElements = {
  namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  rootElement: 'Invoice',
  numberElement: 'cbc:ID',
  dateElement: 'cbc:IssueDate',
  currencyElement: 'cbc:DocumentCurrencyCode',
  typeElement: 'cbc:InvoiceTypeCode',
  supplierNumberElement: 'cbc:CompanyID',
  lineElement: 'cbc:ID',
  descriptionElement: 'cbc:Name',
  quantityElement: 'cbc:InvoicedQuantity',
  priceElement: 'cbc:PriceAmount',
  amountElement: 'cbc:LineExtensionAmount',
}

const CII: QuotedElements = {
  namespace: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  rootElement: 'rsm:CrossIndustryInvoice',
  numberElement: 'ram:ID',
  dateElement: 'udt:DateTimeString',
  currencyElement: 'ram:InvoiceCurrencyCode',
  typeElement: 'ram:TypeCode',
  supplierNumberElement: 'ram:ID',
  lineElement: 'ram:LineID',
  descriptionElement: 'ram:Name',
  quantityElement: 'ram:BilledQuantity',
  priceElement: 'ram:ChargeAmount',
  amountElement: 'ram:LineTotalAmount',
}

/**
 * The end of an element's text in a document, as parsers count: lines and columns from 1; the end
 * of the document, if no element has the text.
 */
function placeOf(text: string, xml: Uint8Array): { readonly line: string; readonly column: string } {
  const bytes = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength)
  const found = bytes.indexOf(`>${text}<`)
  const end = found === -1 ? bytes.length : found + 1 + Buffer.byteLength(text)
  const before = bytes.toString('utf8', 0, end).split('\n')
  return { line: String(before.length), column: String(lengthOf(before.at(-1) ?? '') + 1) }
}
