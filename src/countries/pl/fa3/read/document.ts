import { defined } from '../../../../domain/defined.js'
import type { InvoiceRequest, InvoiceType, PrecedingInvoice } from '../../../../domain/request/invoice-request.js'
import { Decimal } from '../../../../einvoice/model/decimal.js'
import { normalised } from '../../../../einvoice/xml/white-space.js'
import { documentOf } from '../../../../einvoice/syntax/written-document.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import type { ReadDocument } from '../../../judging/read-document.js'
import { KEYS } from '../../descriptions.js'
import { fa3Model } from '../../model.js'
import { joinedParts } from '../../../text-parts.js'
import { LONGEST_FOOTER, putFa3 } from '../document.js'
import { reasonOf } from '../invoice.js'
import { ReadDescriptions } from './descriptions.js'
import { readLines } from './lines.js'
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
  const lines = readLines(fa, {
    sales: new ReadSales(fa, { ...customer, country: customer.address?.country }),
    descriptions,
    periods,
    exemption: ['fa:P_19A', 'fa:P_19B', 'fa:P_19C']
      .map((name) => textAt(fa, `fa:Adnotacje/fa:Zwolnienie/${name}`))
      .find((text) => text !== undefined),
    isCredit: invoiceType === 'credit_note',
  })
  const [preceding, ...precedingInvoices] = readPreceding(fa)
  const fields: InvoiceRequest = {
    country: 'PL',
    invoiceType,
    number: textAt(fa, 'fa:P_2') ?? '',
    supplier: readSeller(root, descriptions),
    customer,
    lines,
    currency: textAt(fa, 'fa:KodWaluty') ?? '',
    issueDate: textAt(fa, 'fa:P_1') ?? '',
    ...defined({
      dueDate: textAt(fa, 'fa:Platnosc/fa:TerminPlatnosci/fa:Termin'),
      note: readNote(root),
      paymentMeans: readPaymentMeans(
        fa,
        descriptions,
        thirdParties.some(({ role }) => role === 'factor'),
      ),
      precedingInvoice: preceding,
      precedingInvoices: precedingInvoices.length > 0 ? precedingInvoices : undefined,
      deliveryDate,
      period,
      buyerReference: descriptions.take(KEYS.buyerReference),
      orderReference: textAt(fa, 'fa:WarunkiTransakcji/fa:Zamowienia/fa:NrZamowienia'),
      contractReference: textAt(fa, 'fa:WarunkiTransakcji/fa:Umowy/fa:NrUmowy'),
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

/** The footer, preceded by the reason of a correction unless it begins with it. */
function readNote(root: XmlElement): string | undefined {
  const footers = root.select('fa:Stopka', 'fa:Informacje', 'fa:StopkaFaktury').map(({ stringValue }) => stringValue)
  const footer = joinedParts(footers, LONGEST_FOOTER)
    .map(({ text }) => text)
    .join('\n')
  const reason = textAt(root, 'fa:Fa/fa:PrzyczynaKorekty') ?? ''
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

function decimalOfText(text: string | undefined): Decimal | undefined {
  return text !== undefined && /^\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Decimal.of(text) : undefined
}
