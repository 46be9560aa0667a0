import type { AcceptedInvoice } from '../../domain/accepted-invoice.js'
import { acceptedOrigin } from '../../einvoice/accepted-origin.js'
import type { Invoice } from '../../einvoice/model.js'
import { judge, type RuleSet } from '../../einvoice/rules/judge.js'
import { writeUbl } from '../../einvoice/syntax/ubl.js'
import type { Invoicing } from '../country.js'

/** What tells the countries apart that invoice over Peppol. */
export interface PeppolCountry extends Pick<Invoicing, 'format' | 'explain' | 'simulator'> {
  readonly rules: RuleSet
  /** The invoice in the country's usage specification. */
  readonly model: (accepted: AcceptedInvoice, attachments?: readonly Uint8Array[]) => Invoice
}

/** Judges, converts to UBL 2.1 and totals by one and the same model. */
export function peppolInvoicing({ format, rules, model, explain, simulator }: PeppolCountry): Invoicing {
  return {
    format,
    validate(accepted, { today }) {
      const invoice = model(accepted)
      return judge(invoice, rules, today, acceptedOrigin(accepted, invoice))
    },
    convert(accepted, attachments) {
      return { xml: writeUbl(model(accepted, attachments)), mediaType: 'application/xml', format }
    },
    totals(accepted) {
      const { totals } = model(accepted)
      return {
        netAmount: totals.withoutVat?.toFixed(2) ?? '0.00',
        vatAmount: totals.vat?.toFixed(2) ?? '0.00',
        grossAmount: totals.withVat?.toFixed(2) ?? '0.00',
      }
    },
    explain,
    simulator,
  }
}
