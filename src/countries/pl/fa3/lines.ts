import type { Line } from '../../../domain/request/invoice-request.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { given } from '../../../einvoice/request/given.js'
import type { InvoiceLine, LineAllowanceOrCharge } from '../../../einvoice/model/lines.js'
import { type ItemCodeElement, placedCodes } from '../item-code.js'
import type { Fa3Model } from '../model.js'
import type { DeliveryTimes } from '../periods.js'
import type { SaleLine } from '../sale-lines.js'
import { MARGIN } from '../sales.js'
import { polishUnit } from '../units.js'
import { putAmount } from './amount.js'

/** FaWiersz, once for each line. */
export function putLines(sink: DocumentSink, model: Fa3Model, times: DeliveryTimes): void {
  model.lines.forEach((each, index) => {
    const { field, isOfInvoice } = each
    sink.group(
      'FaWiersz',
      () => {
        putLine(sink, model, each, index, times.ofLines[index])
      },
      undefined,
      { field, ...(isOfInvoice === true && { isWhole: true }) },
    )
  })
}

/** The elements of codes, in order; GTU comes later. */
const CODES: readonly ItemCodeElement[] = ['Indeks', 'GTIN', 'PKWiU', 'CN', 'PKOB']

function putLine(
  sink: DocumentSink,
  model: Fa3Model,
  { line, shown }: SaleLine,
  index: number,
  date: string | undefined,
): void {
  const { computed, grosses, vatOfLines, rates, exchangeRate } = model
  const signed = shown === undefined ? model.signed : (value: Decimal): Decimal => value
  const rate = rates[index] ?? ''
  const quantity = Decimal.of(line.quantity)
  const semantic = computed[index]
  const { price, discount } = priceOf(line, quantity, semantic?.inclusive ?? semantic)
  const codes = placedCodes(line)
  const [net, gross, vat] = [semantic?.netAmount, grosses?.[index], vatOfLines?.[index]]
  sink.text('NrWierszaFa', String(index + 1))
  sink.text('UU_ID', given(line.id))
  sink.text('P_6A', date)
  sink.text('P_7', line.description)
  for (const element of CODES) sink.text(element, codes.get(element))
  sink.text('P_8A', given(polishUnit(line.unitCode)))
  sink.number('P_8B', signed(quantity), 0)
  // The prices of a margin scheme contain its VAT.
  const isMargin = rate === MARGIN
  const whole = gross ?? (isMargin ? net : undefined)
  sink.number(whole === undefined ? 'P_9A' : 'P_9B', price, 2)
  sink.number('P_10', discount && signed(discount), 2)
  if (whole === undefined) putAmount(sink, 'P_11', net && signed(net))
  else putAmount(sink, 'P_11A', signed(whole))
  putAmount(sink, 'P_11Vat', vat && !isMargin ? signed(vat) : undefined)
  sink.text('P_12', isMargin ? undefined : rate)
  sink.text('P_12_Zal_15', line.pl?.annex15 === true ? '1' : undefined)
  sink.text('GTU', codes.get('GTU'))
  sink.text('Procedura', line.pl?.procedure)
  sink.number('KursWaluty', exchangeRate, 0)
  sink.text('StanPrzed', shown === 'before' ? '1' : undefined)
}

/** P_9A, or with VAT P_9B (art. 106e (7) and (8)), and P_10. */
interface PriceOfLine {
  readonly price: Decimal
  readonly discount: Decimal | undefined
}

/**
 * P_10 is the discount of the whole line; EN 16931 has it per unit (BT-147), or else as allowances
 * (BG-27) less charges (BG-28; only in foreign documents). If there are both, the discount is
 * included in the price, because their sum would not result in the same net amount.
 */
function priceOf(
  { unitPrice, discount }: Line,
  quantity: Decimal,
  semantic: Pick<InvoiceLine, 'allowances' | 'charges'> | undefined,
): PriceOfLine {
  const { allowances = [], charges = [] } = semantic ?? {}
  const [price, ofUnit] = [Decimal.of(unitPrice), discount === undefined ? undefined : Decimal.of(discount)]
  if (allowances.length + charges.length === 0) return { price, discount: ofUnit && quantity.times(ofUnit).round(8) }
  return {
    price: ofUnit === undefined ? price : price.minus(ofUnit),
    discount: sumOf(allowances).minus(sumOf(charges)),
  }
}

function sumOf(all: readonly LineAllowanceOrCharge[]): Decimal {
  return Decimal.sum(all.map(({ amount = Decimal.zero }) => amount))
}
