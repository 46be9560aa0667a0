import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import { categoryOf } from '../../einvoice/model/vat-category.js'
import type { Fact, PrintContext, Printed } from '../printed.js'
import { fa3Model } from './model.js'
import { verificationCodes } from './verification-link.js'

/** Labels in Polish, and in English for every other language. */
const WORDS = {
  pl: {
    annotations: 'Adnotacje',
    corrected: 'Numer KSeF faktury korygowanej',
    ground: 'Podstawa zwolnienia',
    mode: 'Tryb wystawienia',
    thirdParty: 'Podmiot trzeci',
  },
  en: {
    annotations: 'Annotations',
    corrected: 'KSeF number of the corrected invoice',
    ground: 'Ground of exemption',
    mode: 'Mode of issue',
    thirdParty: 'Third party',
  },
} as const

/**
 * The content of a Polish invoice beyond EN 16931: the words that the law requires (art. 106e),
 * always in Polish, the mode of an offline invoice, and the QR codes of KSeF.
 */
export function printedInPoland(invoice: InvoiceRequest, context: PrintContext): Printed {
  const words = WORDS[context.language === 'pl' ? 'pl' : 'en']
  const { exemption } = fa3Model(invoice)
  const facts: Fact[] = []
  const add = (label: string, value: string | undefined): void => {
    if (!isBlank(value)) facts.push({ label, value })
  }
  add(words.annotations, annotationsOf(invoice).join(', '))
  add(words.ground, exemption?.text)
  add(words.mode, context.invoicingMode === 'offline' ? 'offline' : undefined)
  add(words.corrected, invoice.precedingInvoice?.ksefNumber)
  for (const { name, vatNumber, nationalId } of invoice.thirdParties ?? [])
    add(words.thirdParty, [name, vatNumber ?? nationalId].filter((part) => !isBlank(part)).join(', '))
  return {
    facts,
    codes: verificationCodes(invoice, context),
    // A correction shows its decrease as negative amounts (art. 106j (2) 5).
    isDifference: invoice.invoiceType === 'credit_note',
  }
}

function annotationsOf({ vatCollection, lines }: InvoiceRequest): readonly string[] {
  return [
    ...(vatCollection === 'cash' ? ['metoda kasowa'] : []),
    ...(vatCollection === 'split_payment' ? ['mechanizm podzielonej płatności'] : []),
    ...(lines.some((line) => categoryOf(line) === 'AE') ? ['odwrotne obciążenie'] : []),
  ]
}
