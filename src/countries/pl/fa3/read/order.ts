import type { InvoiceRequest, Line } from '../../../../domain/request/invoice-request.js'
import { Decimal } from '../../../../einvoice/model/decimal.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { elementOfItemCode, type ItemCodeElement } from '../../item-code.js'
import { unitCodeOf } from '../../units.js'
import { decimalAt, isMarked, jsonNumber, textAt } from '../values.js'
import type { ReadSales } from './sale.js'

const CODES: readonly ItemCodeElement[] = ['GTU', 'GTIN', 'PKWiU', 'CN', 'Indeks']

/**
 * Zamowienie; undefined: there is none, a row has no price, or all show the state before.
 * @param isCredit whether differences are read with the opposite sign
 */
export function readOrder(fa: XmlElement | undefined, sales: ReadSales, isCredit: boolean): InvoiceRequest['order'] {
  const order = fa?.child('fa:Zamowienie')
  const rows = order?.all('fa:ZamowienieWiersz') ?? []
  const isBefore = rows.map((row) => isMarked(row, 'fa:StanPrzedZ'))
  const hasStates = isBefore.includes(true)
  const isReversed = isCredit && !hasStates
  const read = rows.map((row) => readRow(row, sales, isReversed))
  const found = read.filter((line) => line !== undefined)
  const lines = read.flatMap((line, index) => (line === undefined || isBefore[index] === true ? [] : [line]))
  if (lines.length === 0 || found.length < rows.length) return undefined
  const before = found.filter((_, index) => isBefore[index] === true)
  const gross = decimalAt(order, 'fa:WartoscZamowienia')
  const grossAmount = jsonNumber(isReversed ? gross?.negated() : gross)
  return { lines, ...(hasStates && { before }), ...(grossAmount !== undefined && { grossAmount }) }
}

function readRow(row: XmlElement, sales: ReadSales, isCredit: boolean): Line | undefined {
  const quantity = decimalAt(row, 'fa:P_8BZ') ?? Decimal.of(isCredit ? -1 : 1)
  const net = decimalAt(row, 'fa:P_11NettoZ')
  const computed = net === undefined || quantity.isZero() ? undefined : net.dividedBy(quantity).round(8)
  const unitPrice = jsonNumber(decimalAt(row, 'fa:P_9AZ') ?? computed)
  const count = jsonNumber(isCredit ? quantity.negated() : quantity)
  if (unitPrice === undefined || count === undefined) return undefined
  const id = textAt(row, 'fa:UU_IDZ')
  // One of them is enough; others are reported as lost.
  const itemCode = CODES.map((element) => ({ element, code: textAt(row, `fa:${element}Z`) })).find(
    ({ element, code }) => code !== undefined && elementOfItemCode(code) === element,
  )?.code
  return {
    description: textAt(row, 'fa:P_7Z') ?? '',
    quantity: count,
    unitPrice,
    // The default unit is a piece, as in the JSON.
    unitCode: unitCodeOf(textAt(row, 'fa:P_8AZ') ?? 'szt.'),
    ...sales.ofRate(textAt(row, 'fa:P_12Z') ?? ''),
    ...(itemCode !== undefined && { itemCode }),
    ...(id !== undefined && { id }),
  }
}
