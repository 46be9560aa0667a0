import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import { categoryOf } from '../../einvoice/model/vat-category.js'
import type { Fact, PrintContext, Printed } from '../printed.js'
import { printedDay, printedMoney } from '../printed-numbers.js'
import { addressInWords } from './address-in-words.js'
import { marginSchemes } from './margin.js'
import { fa3Model } from './model.js'
import { attachmentFacts } from './printed-attachment.js'
import { conditionFacts } from './printed-conditions.js'
import { orderOf } from './order.js'
import { correctionFacts } from './printed-correction.js'
import { verificationCodes } from './verification-link.js'

/** Labels in Polish, and in English for every other language. */
const WORDS = {
  pl: {
    advance: 'Numer KSeF faktury zaliczkowej',
    annotations: 'Adnotacje',
    attachment: 'Załącznik',
    total: 'Razem',
    order: 'Zamówienie',
    orderBefore: 'Zamówienie przed korektą',
    partPayment: 'Płatność przed wykonaniem czynności',
    orderTotal: 'Wartość zamówienia z podatkiem',
    vat: 'VAT',
    corrected: 'Numer KSeF faktury korygowanej',
    ground: 'Podstawa zwolnienia',
    mode: 'Tryb wystawienia',
    modes: {
      offline: 'offline',
      offline24: 'offline24',
      unavailable: 'offline, niedostępność KSeF',
      emergency: 'offline, awaria KSeF',
    },
    thirdParty: 'Podmiot trzeci',
  },
  en: {
    advance: 'KSeF number of the advance invoice',
    annotations: 'Annotations',
    attachment: 'Attachment',
    total: 'Total',
    order: 'Order',
    orderBefore: 'Order before the correction',
    partPayment: 'Payment before the supply',
    orderTotal: 'Total of the order with VAT',
    vat: 'VAT',
    corrected: 'KSeF number of the corrected invoice',
    ground: 'Ground of exemption',
    mode: 'Mode of issue',
    modes: {
      offline: 'offline',
      offline24: 'offline24',
      unavailable: 'offline, KSeF unavailable',
      emergency: 'offline, failure of KSeF',
    },
    thirdParty: 'Third party',
  },
} as const

/** TRolaPodmiotu3, in the words of the schema. */
const ROLES_IN_WORDS: Readonly<Record<string, string>> = {
  factor: 'Faktor',
  recipient: 'Odbiorca',
  original_entity: 'Podmiot pierwotny',
  additional_buyer: 'Dodatkowy nabywca',
  issuer: 'Wystawca faktury',
  payer: 'Dokonujący płatności',
  local_government_issuer: 'JST – wystawca',
  local_government_recipient: 'JST – odbiorca',
  vat_group_issuer: 'Członek grupy VAT – wystawca',
  vat_group_recipient: 'Członek grupy VAT – odbiorca',
  employee: 'Pracownik',
}

/**
 * The content of a Polish invoice beyond EN 16931: the words that the law requires (art. 106e),
 * always in Polish, the mode of an offline invoice, and the QR codes of KSeF.
 */
export function printedInPoland(invoice: InvoiceRequest, context: PrintContext): Printed {
  const words = WORDS[context.language === 'pl' ? 'pl' : 'en']
  const { exemption, buyer } = fa3Model(invoice)
  const facts: Fact[] = []
  const money = (amount: Decimal): string => printedMoney(amount, invoice.currency, context.language)
  const add = (label: string, value: string | undefined): void => {
    if (!isBlank(value)) facts.push({ label, value })
  }
  add(words.annotations, annotationsOf(invoice).join(', '))
  add(words.ground, exemption?.text)
  add(words.mode, context.invoicingMode === 'offline' ? words.modes[invoice.offline ?? 'offline'] : undefined)
  add(words.corrected, invoice.precedingInvoice?.ksefNumber)
  for (const { number, ksefNumber } of invoice.prepayments ?? [])
    if (ksefNumber !== undefined) add(words.advance, `${number}: ${ksefNumber}`)
  const order = orderOf(invoice, buyer)
  for (const { line, rate, net, isBefore } of order?.rows ?? []) {
    const amount = `${line.quantity} × ${money(Decimal.of(line.unitPrice))} = ${money(net)}`
    add(
      isBefore ? words.orderBefore : words.order,
      `${[line.description, line.itemCode].filter((part) => !isBlank(part)).join(', ')}: ${amount}; ${words.vat} ${rate}`,
    )
  }
  add(words.orderTotal, order && money(order.gross))
  for (const { date, amount } of invoice.pl?.partPayments ?? [])
    add(words.partPayment, `${printedDay(date, context.language)}: ${money(Decimal.of(amount))}`)
  for (const { label, value } of attachmentFacts(invoice.pl?.attachment ?? [], words)) add(label, value)
  for (const { label, value } of correctionFacts(invoice, context.language)) add(label, value)
  for (const { label, value } of conditionFacts(invoice, context.language)) add(label, value)
  for (const { name, role, vatNumber, nationalId, address, email, phone, share } of invoice.thirdParties ?? []) {
    const part = share === undefined ? undefined : `${share}\u00a0%`
    const parts = [name, vatNumber ?? nationalId, address && addressInWords(address), email, phone, part]
    // KSeF has the roles in Polish alone.
    add(ROLES_IN_WORDS[role] ?? words.thirdParty, parts.filter((each) => !isBlank(each)).join(', '))
  }
  return {
    facts,
    codes: verificationCodes(invoice, context),
    // A correction shows its decrease as negative amounts (art. 106j (2) 5).
    isDifference: invoice.invoiceType === 'credit_note',
  }
}

function annotationsOf({ vatCollection, selfBilled, lines, pl = {} }: InvoiceRequest): readonly string[] {
  const ofLines = lines.flatMap(({ pl: marks = {} }, index) => [
    ...(marks.annex15 === true ? [`załącznik nr 15 (poz. ${index + 1})`] : []),
    ...(marks.procedure === undefined ? [] : [`procedura ${marks.procedure} (poz. ${index + 1})`]),
  ])
  return [
    ...(selfBilled === true ? ['samofakturowanie'] : []),
    ...(vatCollection === 'cash' ? ['metoda kasowa'] : []),
    ...(vatCollection === 'split_payment' ? ['mechanizm podzielonej płatności'] : []),
    ...(lines.some((line) => categoryOf(line) === 'AE') ? ['odwrotne obciążenie'] : []),
    ...marginSchemes(lines).map(({ words }) => words),
    ...(pl.forReceipt === true ? ['faktura do paragonu (FP)'] : []),
    ...(pl.relatedParties === true ? ['powiązania między stronami (TP)'] : []),
    ...(pl.chainIntermediary === true ? ['podmiot pośredniczący w transakcji łańcuchowej (art. 22 ust. 2d)'] : []),
    ...ofLines,
  ]
}
