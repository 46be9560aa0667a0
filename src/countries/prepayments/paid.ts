import { defined } from '../../domain/defined.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { addedPreceding, namedPreceding } from '../../domain/request/preceding-invoices.js'
import type { Prepayment } from '../../domain/request/prepayment.js'
import type { RequestNote } from '../../domain/request/terms.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { SaidInJson } from '../../einvoice/request/to-request/invoice.js'
import { prepaymentFromWords, prepaymentInWords, type PrepaymentWords } from './words.js'

/** How a country's documents show the advances that an invoice settles. */
export interface PrepaymentStyle {
  readonly words: PrepaymentWords
  /**
   * Whether the sentences are appended to the caller's note: Peppol allows one note
   * (PEPPOL-EN16931-R002).
   */
  readonly sharesNote: boolean
}

/**
 * A final invoice whose advances are paid amounts: BT-113 is their sum, each is a preceding
 * invoice (BG-3), and a note has the VAT of each, which the law requires (§ 14 (5) UStG). The
 * caller's own request without advances is unchanged. Pure.
 */
export function paidByAdvances(invoice: InvoiceRequest, style: PrepaymentStyle): InvoiceRequest {
  const { prepayments = [], currency, ...rest } = invoice
  if (prepayments.length === 0) return invoice
  const added = addedPreceding(invoice).flatMap((index) => {
    const each = prepayments[index]
    return each === undefined ? [] : [{ number: each.number, issueDate: each.issueDate }]
  })
  const [precedingInvoice, ...precedingInvoices] = [...namedPreceding(invoice), ...added]
  const sentences = prepayments.map((each) => prepaymentInWords(each, currency, style.words)).join('\n')
  return {
    ...rest,
    currency,
    ...withSentences(rest, sentences, style),
    prepaidAmount: Number(Decimal.sum(prepayments.map(({ amount }) => Decimal.of(amount))).toString()),
    ...defined({ precedingInvoice }),
    ...(precedingInvoices.length > 0 && { precedingInvoices }),
  }
}

function withSentences(
  { note, notes = [] }: Pick<InvoiceRequest, 'note' | 'notes'>,
  sentences: string,
  { sharesNote }: PrepaymentStyle,
): Pick<InvoiceRequest, 'note' | 'notes'> {
  const last = notes.at(-1)
  if (!sharesNote) return { notes: [...notes, { text: sentences }] }
  if (note !== undefined) return { note: `${note}\n${sentences}` }
  return last === undefined
    ? { note: sentences }
    : { notes: [...notes.slice(0, -1), { ...last, text: `${last.text}\n${sentences}` }] }
}

/**
 * The JSON of a document with the advances that its notes describe: the inverse of
 * `paidByAdvances`. Where they would not become this document again, it is unchanged.
 * @param model of the country
 */
export function readAdvances(
  said: SaidInJson,
  { words }: PrepaymentStyle,
  model: (request: InvoiceRequest) => Invoice,
): SaidInJson {
  const { prepaidAmount, ...request } = said.request
  if (prepaidAmount === undefined) return said
  const { prepayments, ...notes } = withoutSentences(request, words)
  if (prepayments.length === 0) return said
  const settled = new Set(prepayments.map(({ number }) => number))
  const [precedingInvoice, ...precedingInvoices] = namedPreceding(request).filter(({ number }) => !settled.has(number))
  const found: InvoiceRequest = {
    ...without(request, 'note', 'notes', 'precedingInvoice', 'precedingInvoices'),
    ...notes,
    ...defined({ precedingInvoice }),
    ...(precedingInvoices.length > 0 && { precedingInvoices }),
    prepayments,
  }
  return shown(model(found)) === shown(model(said.request)) ? { ...said, request: found } : said
}

/** The parts of a document that depend on its advances, for comparison. */
function shown({ notes, precedingInvoices, totals: { paid, due } }: Invoice): string {
  return JSON.stringify([notes, precedingInvoices, paid?.toString(), due?.toString()])
}

/** Takes the sentences on advances off the last note that ends with some. */
function withoutSentences(
  { note, notes = [], currency }: Pick<InvoiceRequest, 'note' | 'notes' | 'currency'>,
  words: PrepaymentWords,
): Pick<InvoiceRequest, 'note' | 'notes'> & { readonly prepayments: readonly Prepayment[] } {
  const all: readonly RequestNote[] = [...(note === undefined ? [] : [{ text: note }]), ...notes]
  for (let index = all.length - 1; index >= 0; index -= 1) {
    const own = all[index]
    if (own === undefined) continue
    const lines = own.text.split('\n')
    const prepayments: Prepayment[] = []
    while (lines.length > 0) {
      const read = prepaymentFromWords(lines.at(-1) ?? '', currency, words)
      if (read === undefined) break
      prepayments.unshift(read)
      lines.pop()
    }
    if (prepayments.length === 0) continue
    const left = [
      ...all.slice(0, index),
      ...(lines.length > 0 ? [{ ...own, text: lines.join('\n') }] : []),
      ...all.slice(index + 1),
    ]
    // The first stays `note`, unless it was taken off.
    const hasNote = note !== undefined && (index > 0 || lines.length > 0)
    const others = hasNote ? left.slice(1) : left
    return {
      ...defined({ note: hasNote ? left[0]?.text : undefined }),
      ...(others.length > 0 && { notes: others }),
      prepayments,
    }
  }
  return { prepayments: [] }
}

function without<T extends object, Name extends keyof T>(object: T, ...names: readonly Name[]): Omit<T, Name> {
  const copy = { ...object }
  for (const name of names) Reflect.deleteProperty(copy, name)
  return copy
}
