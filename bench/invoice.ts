import { invoiceBody } from '../test/support/invoice-body.js'

/** A valid Romanian invoice of ten lines. */
export function invoice(externalId: string) {
  const lines = Array.from({ length: 10 }, (_, n) => ({
    description: `Consultanță ${n}`,
    quantity: n + 1,
    unitPrice: 99.95,
    vatRate: 21,
  }))
  return invoiceBody(externalId, { lines })
}
