import { lazily } from '../../domain/lazily.js'
import { fieldOfTerm } from '../../einvoice/request/origin.js'
import { termPaths } from '../../einvoice/syntax/term-paths.js'
import { fieldsOf } from './fields.js'
import type { FieldOf } from './rejection.js'

/** The groups (BG) and terms (BT) of EN 16931-1:2017. */
const TERMS: readonly string[] = [
  ...Array.from({ length: 32 }, (_, index) => `BG-${index + 1}`),
  ...Array.from({ length: 165 }, (_, index) => `BT-${index + 1}`),
]

const fields = lazily(() => fieldsOf(rows()))

/** The elements of UBL and CII that a field of the API fills, by their terms. */
export const EN16931_FIELDS: FieldOf = (path) => fields()(path)

function rows(): readonly string[] {
  const ubl = termPaths('ubl:Invoice')
  const cii = termPaths('rsm:CrossIndustryInvoice')
  return TERMS.flatMap((term) => {
    const field = fieldOfTerm(term)
    if (field === undefined) return []
    return [ubl.pathOf(term), cii.pathOf(term)]
      .filter((path) => path !== undefined)
      .flatMap((path) => [path, path.replace('cac:InvoiceLine', 'cac:CreditNoteLine')])
      .map((path) => `/${path} | ${field}`)
  })
}
