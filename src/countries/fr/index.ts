import { acceptedOrigin } from '../../einvoice/accepted-origin.js'
import { judge } from '../../einvoice/rules/judge.js'
import { writeUbl } from '../../einvoice/syntax/ubl.js'
import type { Country } from '../country.js'
import { frenchInvoice } from './invoice.js'
import { explain } from './rejections.js'
import { FR_RULES } from './rules/index.js'
import { platformSimulator } from './simulator.js'
import { FRENCH_VAT } from './vat.js'
import { FRENCH_SETUP } from './setup.js'

const FORMAT = 'UBL 2.1 EN 16931 CTC-FR'

/** France: the reform of electronic invoicing, flow 2 (AFNOR XP Z12-012), UBL 2.1 handed to an approved platform. */
export const france: Country = {
  code: 'FR',
  name: 'France',
  timeZone: 'Europe/Paris',
  vat: FRENCH_VAT,
  setup: FRENCH_SETUP,
  invoicing: {
    format: FORMAT,
    validate(invoice, { today }) {
      const model = frenchInvoice(invoice)
      return judge(model, FR_RULES, today, acceptedOrigin(invoice, model))
    },
    convert(invoice, attachments) {
      return { xml: writeUbl(frenchInvoice(invoice, attachments)), mediaType: 'application/xml', format: FORMAT }
    },
    totals(invoice) {
      const { totals } = frenchInvoice(invoice)
      return {
        netAmount: totals.withoutVat?.toFixed(2) ?? '0.00',
        vatAmount: totals.vat?.toFixed(2) ?? '0.00',
        grossAmount: totals.withVat?.toFixed(2) ?? '0.00',
      }
    },
    explain,
    simulator: platformSimulator,
  },
}
