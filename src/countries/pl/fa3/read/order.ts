import type { InvoiceRequest, Line } from '../../../../domain/request/invoice-request.js'
import { Decimal } from '../../../../einvoice/model/decimal.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { elementOfItemCode, type ItemCodeElement } from '../../item-code.js'
import { unitCodeOf } from '../../units.js'
import { decimalAt, jsonNumber, textAt } from '../values.js'
import type { ReadSales } from './sale.js'

const CODES: readonly ItemCodeElement[] = ['GTU', 'GTIN', 'PKWiU', 'CN', 'Indeks']

/**
 * Zamowienie; undefined: there is none, its rows have no price, or show the state before.
 * @param isCredit whether amounts are read with the opposite sign
 */
export function readOrder(fa: XmlElement | undefined, sales: ReadSales, isCredit: boolean): InvoiceRequest['order'] {
  const order = fa?.child('fa:Zamowienie')
  const rows = order?.all('fa:ZamowienieWiersz') ?? []
  // Rows before a correction are no part of what is ordered.
  if (rows.some((row) => row.child('fa:StanPrzedZ'))) return undefined
  const lines = rows.flatMap((row) => readRow(row, sales, isCredit) ?? [])
  if (lines.length === 0 || lines.length < rows.length) return undefined
  const gross = decimalAt(order, 'fa:WartoscZamowienia')
  const grossAmount = jsonNumber(isCredit ? gross?.negated() : gross)
  return { lines, ...(grossAmount !== undefined && { grossAmount }) }
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
