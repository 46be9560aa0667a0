import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import type { Sheet } from '../../../src/documents/rendering/sheet.js'
import { fullInvoice } from '../../einvoice/model/full-invoice.js'

/** An invoice with every term, accepted, in English. */
export function sheet(changes: Partial<Omit<Sheet, 'invoice'>> = {}, invoice: Partial<Invoice> = {}): Sheet {
  return {
    invoice: { ...fullInvoice('invoice'), ...invoice },
    country: 'BE',
    language: 'en',
    environment: 'production',
    status: 'accepted',
    governmentNumber: '5014-7',
    attachmentSizes: new Map(),
    further: [],
    verification: [],
    file: null,
    hybrid: null,
    at: '2026-03-31T09:30:00.000Z',
    ...changes,
  }
}
