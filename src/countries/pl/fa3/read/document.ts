import { defined } from '../../../../domain/defined.js'
import type { InvoiceRequest, InvoiceType, PrecedingInvoice } from '../../../../domain/request/invoice-request.js'
import { Decimal } from '../../../../einvoice/model/decimal.js'
import { normalised } from '../../../../einvoice/xml/white-space.js'
import { readParts, readRetention } from '../../payment-parts.js'
import { readDiscounts } from '../discounts.js'
import { documentOf } from '../../../../einvoice/syntax/written-document.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import type { ReadDocument } from '../../../judging/read-document.js'
import { readAdvancesInWords } from '../../advances.js'
import { ADVANCE, ADVANCE_CREDIT_NOTE } from '../../order.js'
import { KEYS } from '../../descriptions.js'
import { fa3Model } from '../../model.js'
import { joinedParts } from '../../../text-parts.js'
import { LONGEST_FOOTER, putFa3 } from '../document.js'
import { reasonOf } from '../invoice.js'
import { readAttachment } from './attachment.js'
import { readTerms } from './conditions.js'
import { hasStates, readCorrection, statedRows } from './correction.js'
import { ReadDescriptions } from './descriptions.js'
import { arePricesWithVat, readLines } from './lines.js'
import { readOrder } from './order.js'
import { readBuyer, readRepresentative, readSeller, readThirdParties } from './parties.js'
import { readTimes } from './periods.js'
import { ReadSales } from './sale.js'
import { unreadIn } from '../unread.js'
import { readNotes, withDocumentWords } from './words.js'
import { readPaymentMeans, readSettlement } from './payment.js'
import { isAmount, readExchangeRate, repeatedAmounts, withTotals } from './sums.js'
import { decimalAt, isMarked, jsonNumber, textAt } from '../values.js'

/**
 * Reads FA(3). The JSON is written again, and missing elements are reported as unread, so that no
 * loss is silent. Linear in the document; never fails.
 * @param root `fa:Faktura`
 */
export function readFa3(root: XmlElement): ReadDocument {
  const fa = root.child('fa:Fa')
  const { request, totals } = withTotals(readRequest(root), fa)
  const { document } = documentOf((sink) => {
    putFa3(sink, fa3Model({ ...request, totals }))
  }, 'fa:')
  const unread = unreadIn(root, document.tree.root, repeatedAmounts(fa, request))
  return { request, totals, attachments: [], ...unread, isAmount }
}

function readRequest(root: XmlElement): InvoiceRequest {
  const fa = root.child('fa:Fa')
  const descriptions = new ReadDescriptions(fa)
  const invoiceType = readType(fa)
  const customer = readBuyer(root, descriptions)
  const thirdParties = readThirdParties(root, descriptions)
  const { deliveryDate, period, periods } = readTimes(fa, descriptions)
  const isWithVat = arePricesWithVat(fa)
  const isStated = !isWithVat && hasStates(fa)
  const sales = new ReadSales(fa, { ...customer, country: customer.address?.country })
  const isOfAdvance = textAt(fa, 'fa:RodzajFaktury')?.endsWith('ZAL') === true
  const rows = readLines(fa, {
    sales,
    descriptions,
    periods,
    exemption: ['fa:P_19A', 'fa:P_19B', 'fa:P_19C']
      .map((name) => textAt(fa, `fa:Adnotacje/fa:Zwolnienie/${name}`))
      .find((text) => text !== undefined),
    isCredit: invoiceType === 'credit_note',
    isWithVat,
    hasStates: isStated,
  })
  const { before, after: lines } = isStated ? statedRows(fa, rows) : { before: undefined, after: rows }
  const footer = readFooter(root)
  const reasonInNote = footer === '' ? undefined : normalised(reasonOf(footer))
  const correction = readCorrection(fa, { invoiceType, customer, before, reasonInNote })
  const [preceding, ...precedingInvoices] = readPreceding(fa)
  const paymentSchedule = readParts(descriptions.takeAll(KEYS.paymentPart))
  const prepayments = readAdvances(fa, descriptions)
  const retention = readRetention(descriptions.take(KEYS.retention))
  const fields: InvoiceRequest = {
    country: 'PL',
    invoiceType,
    number: textAt(fa, 'fa:P_2') ?? '',
    supplier: readSeller(root, descriptions),
    customer,
    lines,
    ...(isWithVat && { pricesIncludeVat: true }),
    ...(isMarked(fa, 'fa:Adnotacje/fa:P_17') && { selfBilled: true }),
    currency: textAt(fa, 'fa:KodWaluty') ?? '',
    issueDate: textAt(fa, 'fa:P_1') ?? '',
    ...defined({
      dueDate:
        paymentSchedule === undefined
          ? textAt(fa?.child('fa:Platnosc')?.child('fa:TerminPlatnosci'), 'fa:Termin')
          : undefined,
      paymentSchedule,
      prepayments,
      typeCode: !isOfAdvance ? undefined : invoiceType === 'credit_note' ? ADVANCE_CREDIT_NOTE : ADVANCE,
      order: isOfAdvance ? readOrder(fa, sales, invoiceType === 'credit_note') : undefined,
      retention,
      cashDiscounts: readDiscounts(fa),
      note: readNote(correction === undefined ? fa : undefined, footer),
      paymentMeans: readPaymentMeans(
        fa,
        descriptions,
        thirdParties.some(({ role }) => role === 'factor'),
      ),
      precedingInvoice: preceding,
      precedingInvoices: precedingInvoices.length > 0 ? precedingInvoices : undefined,
      correction,
      deliveryDate,
      period,
      buyerReference: descriptions.take(KEYS.buyerReference),
      ...readTerms(
        fa,
        paymentsIn(fa, paymentSchedule?.length ?? 0, retention?.until),
        invoiceType === 'credit_note',
        readAttachment(root),
      ),
      exchangeRate: readExchangeRate(fa) ?? jsonNumber(decimalOfText(descriptions.take(KEYS.exchangeRate))),
      vatCollection: isMarked(fa, 'fa:Adnotacje/fa:P_18A')
        ? 'split_payment'
        : isMarked(fa, 'fa:Adnotacje/fa:P_16')
          ? 'cash'
          : undefined,
      thirdParties: thirdParties.length > 0 ? thirdParties : undefined,
      taxRepresentative: readRepresentative(root),
      ...readSettlement(fa, invoiceType === 'credit_note'),
    } satisfies Fields),
  }
  const despatchAdvice = textAt(fa, 'fa:WZ')
  const withAdvice = { ...fields, ...(despatchAdvice !== undefined && { references: { despatchAdvice } }) }
  const request = withDocumentWords(withAdvice, descriptions)
  const notes = readNotes(descriptions)
  return { ...request, ...(notes !== undefined && { notes }) }
}

type Fields = { readonly [Field in keyof InvoiceRequest]?: InvoiceRequest[Field] | undefined }

/**
 * A correction that lowers the amount is a credit note. FA(3) has no other distinction from a
 * debit note; the service writes TypKorekty 2 for a credit note.
 */
function readType(fa: XmlElement | undefined): InvoiceType {
  if (textAt(fa, 'fa:RodzajFaktury')?.startsWith('KOR') !== true) return 'invoice'
  const sign = (decimalAt(fa, 'fa:P_15') ?? Decimal.zero).compare(Decimal.zero)
  return sign < 0 || (sign === 0 && textAt(fa, 'fa:TypKorekty') === '2') ? 'credit_note' : 'debit_note'
}

function readFooter(root: XmlElement): string {
  const footers = root.select('fa:Stopka', 'fa:Informacje', 'fa:StopkaFaktury').map(({ stringValue }) => stringValue)
  return joinedParts(footers, LONGEST_FOOTER)
    .map(({ text }) => text)
    .join('\n')
}

/** The footer, preceded by the reason of a correction unless it begins with it. */
function readNote(fa: XmlElement | undefined, footer: string): string | undefined {
  const reason = textAt(fa, 'fa:PrzyczynaKorekty') ?? ''
  const isWhole = normalised(reasonOf(footer)) === reason
  const note = isWhole ? footer : [reason, footer].filter((text) => text !== '').join('\n')
  return note === '' ? undefined : note
}

/** Every DaneFaKorygowanej. */
function readPreceding(fa: XmlElement | undefined): readonly PrecedingInvoice[] {
  return (fa?.all('fa:DaneFaKorygowanej') ?? []).map((corrected) => ({
    number: textAt(corrected, 'fa:NrFaKorygowanej') ?? '',
    ...defined({
      issueDate: textAt(corrected, 'fa:DataWystFaKorygowanej'),
      ksefNumber: textAt(corrected, 'fa:NrKSeFFaKorygowanej'),
    }),
  }))
}

/** FakturaZaliczkowa, with the rest from the descriptions; undefined: these do not say it. */
function readAdvances(fa: XmlElement | undefined, descriptions: ReadDescriptions): InvoiceRequest['prepayments'] {
  const named = (fa?.all('fa:FakturaZaliczkowa') ?? []).map((each) =>
    defined({ number: textAt(each, 'fa:NrFaZaliczkowej'), ksefNumber: textAt(each, 'fa:NrKSeFFaZaliczkowej') }),
  )
  if (named.length === 0 || textAt(fa, 'fa:RodzajFaktury')?.endsWith('ROZ') !== true) return undefined
  return readAdvancesInWords(descriptions.takeAll(KEYS.advance), textAt(fa, 'fa:KodWaluty') ?? '', named)
}

function decimalOfText(text: string | undefined): Decimal | undefined {
  return text !== undefined && /^\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Decimal.of(text) : undefined
}

/** How many of the due dates are of parts of the payment and of what is retained. */
function paymentsIn(fa: XmlElement | undefined, parts: number, until: string | undefined): number {
  const days = (fa?.child('fa:Platnosc')?.all('fa:TerminPlatnosci') ?? []).map((each) => textAt(each, 'fa:Termin'))
  const place = Math.max(1, parts)
  return until !== undefined && days[0] !== undefined && days[place] === until ? place + 1 : parts
}
