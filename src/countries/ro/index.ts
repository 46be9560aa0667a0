import { acceptedOrigin } from '../../einvoice/accepted-origin.js'
import { fromAccepted } from '../../einvoice/from-accepted.js'
import { judge } from '../../einvoice/rules/judge.js'
import { writeUbl } from '../../einvoice/syntax/ubl.js'
import type { Country } from '../country.js'
import { CIUS_RO } from './profile.js'
import { explain } from './rejections.js'
import { RO_RULES } from './rules/index.js'
import { ROMANIAN_SETUP } from './setup.js'
import { anafSimulator } from './simulator.js'
import { ROMANIAN_VAT } from './vat.js'

const FORMAT = 'UBL 2.1 CIUS-RO'

/** Romania: RO e-Factura, UBL 2.1 in the profile CIUS-RO. */
export const romania: Country = {
  code: 'RO',
  name: 'Romania',
  timeZone: 'Europe/Bucharest',
  vat: ROMANIAN_VAT,
  setup: ROMANIAN_SETUP,
  invoicing: {
    format: FORMAT,
    validate(invoice, { today }) {
      const model = fromAccepted(invoice, CIUS_RO)
      return judge(model, RO_RULES, today, acceptedOrigin(invoice, model))
    },
    convert(invoice, attachments) {
      return {
        xml: writeUbl(fromAccepted(invoice, CIUS_RO, attachments)),
        mediaType: 'application/xml',
        format: FORMAT,
      }
    },
    totals(invoice) {
      const { totals } = fromAccepted(invoice, CIUS_RO)
      return {
        netAmount: totals.withoutVat?.toFixed(2) ?? '0.00',
        vatAmount: totals.vat?.toFixed(2) ?? '0.00',
        grossAmount: totals.withVat?.toFixed(2) ?? '0.00',
      }
    },
    explain,
    simulator: anafSimulator,
  },
}
