import type { InvoiceRequest } from '../../../../domain/request/invoice-request.js'
import { defined } from '../../../../domain/defined.js'
import { documentOf } from '../../../../einvoice/syntax/written-document.js'
import type { XmlElement, XmlTree } from '../../../../einvoice/xml/element.js'
import { type ReadDocument, UnreadableDocument } from '../../../judging/read-document.js'
import { ITALIAN_WORDS, readDeductions } from '../../../prepayments/lines.js'
import { shownLines } from '../../../prepayments/shown.js'
import { fatturaModel, taxRegime } from '../../model.js'
import { customerCountry } from '../../parties.js'
import { putFattura } from '../document.js'
import { readAttachments } from './attachments.js'
import { readVatCollection } from './collection.js'
import { withDocumentDiscount } from './discount.js'
import { readGeneralData } from './general-data.js'
import { linesOf, readEnasarco, readLines } from './lines.js'
import { readBuyerReference, readCustomer, readIssuer, readRepresentative, readSupplier } from './parties.js'
import { readPayment } from './payment.js'
import { readReferences } from './references.js'
import { readOrderLines } from './related-documents.js'
import { readTotals } from './totals.js'
import { unreadOf } from '../unread.js'

/** A file with several invoices (lotto). */
export class SeveralInvoices extends UnreadableDocument {
  constructor(
    /** The number of its FatturaElettronicaBody elements. */
    readonly count: number,
    second: XmlElement,
  ) {
    super(`The file contains ${count} invoices (FatturaElettronicaBody)`, 'Send each in a separate file', second)
  }
}

/**
 * Reads a FatturaPA 1.2 (FPR12 or FPA12) with one invoice. Defaults of the API's JSON are omitted:
 * the usual tax regime, recipient code, document type and law. Amounts are those of the document,
 * in its currency.
 *
 * `unread` has the elements that a document made from the request would not have: those without a
 * field, and those whose value would differ, for example a total that is not the sum.
 * @throws SeveralInvoices
 */
export function readFattura({ root }: XmlTree): ReadDocument {
  const bodies = root.all('FatturaElettronicaBody')
  const second = bodies[1]
  if (second !== undefined) throw new SeveralInvoices(bodies.length, second)
  const said = new Set<XmlElement>()
  const { references, attachments } = readAttachments(bodies[0]?.all('Allegati') ?? [], said)
  const { totals, ...content } = readContent(root.child('FatturaElettronicaHeader'), bodies[0], said)
  const request: InvoiceRequest = {
    ...readDeductions(content, ITALIAN_WORDS, shown),
    ...(references.length > 0 && { attachments: references }),
  }
  const { document } = documentOf((sink) => {
    putFattura(sink, fatturaModel({ ...request, totals }, attachments))
  })
  return { request, totals, attachments, ...unreadOf(root, document.root, said), isAmount }
}

/** The parts of a document that depend on its advances. */
function shown(request: InvoiceRequest): string {
  const { invoice, naturas } = fatturaModel(request)
  return shownLines(invoice, naturas)
}

function readContent(
  header: XmlElement | undefined,
  body: XmlElement | undefined,
  said: Set<XmlElement>,
): InvoiceRequest & Pick<Required<InvoiceRequest>, 'totals'> {
  const [data, goods] = [body?.child('DatiGenerali'), body?.child('DatiBeniServizi')]
  const seller = header?.child('CedentePrestatore')
  const supplier = readSupplier(seller, said)
  const customer = readCustomer(header?.child('CessionarioCommittente'), header?.child('DatiTrasmissione'), said)
  const context = { taxRegime: taxRegime({ supplier }), customerCountry: customerCountry({ customer }) }
  const general = data?.child('DatiGeneraliDocumento')
  const { socialFunds = [], note, ...basics } = readGeneralData(general, context)
  const funds = [...socialFunds, ...readEnasarco(goods)]
  const { it, ...references } = readReferences(data, linesOf(goods), said)
  const { intermediary, ...issuer } = readIssuer(header, basics.documentType, said)
  const read: InvoiceRequest = {
    country: 'IT',
    ...basics,
    ...(funds.length > 0 && { socialFunds: funds }),
    ...issuer,
    supplier,
    customer,
    ...readLines(goods, readOrderLines(data), context, said),
    ...readRepresentative(header?.child('RappresentanteFiscale'), said),
    ...readBuyerReference(seller),
    ...references,
    ...((it !== undefined || intermediary !== undefined) && { it: { ...it, ...defined({ intermediary }) } }),
    ...readVatCollection(goods, said),
    ...readPayment(body, { note, currency: basics.currency }),
  }
  const { request, outside } = withDocumentDiscount(read, general, goods, context, said)
  return { ...request, totals: readTotals(request, general, goods, outside) }
}

/** Elements with an amount of the invoice, or with what one is computed from. */
const AMOUNTS = new Set(
  `ScontoMaggiorazione ImportoTotaleDocumento Arrotondamento ImponibileImporto Imposta PrezzoTotale PrezzoUnitario
  Quantita Percentuale Importo AliquotaIVA SpeseAccessorie ImportoContributoCassa ImponibileCassa AlCassa
  ImportoRitenuta AliquotaRitenuta ImportoBollo`.split(/\s+/),
)

function isAmount({ name }: XmlElement): boolean {
  return AMOUNTS.has(name)
}
