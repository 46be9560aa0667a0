import type { Decimal } from '../../../einvoice/decimal.js'
import type { Invoice } from '../../../einvoice/model.js'
import type { Rule, Term } from '../../../einvoice/rules/rule.js'
import { VAT_RATES } from '../vat-rates.js'
import type { Syntax } from './syntax.js'

/** BR-FR-15: the VAT categories that France has. */
export const CATEGORIES: ReadonlySet<string> = new Set(['S', 'E', 'AE', 'K', 'G', 'O', 'Z'])
const SPANISH: ReadonlySet<string> = new Set(['L', 'M'])

interface Taxed {
  readonly category: string
  readonly rate: Decimal | undefined
  /** A line that may go without a category (BR-FR-15 in CII). */
  readonly mayLack?: boolean
}

/** What bears a VAT category: allowances and charges of the document, the breakdown, the lines. */
interface Place {
  readonly category: Term
  readonly rate: Term
  /** Ids of BR-FR-15: a category that is none of France's, and one of Spain's. */
  readonly ids: readonly [any: string, spanish: string]
  /** Id of BR-FR-16. */
  readonly rateId: string
  readonly all: (invoice: Invoice) => readonly Taxed[]
}

/** BR-FR-15 and BR-FR-16: VAT categories and rates. */
export function taxRules(syntax: Syntax): readonly Rule[] {
  return places(syntax).flatMap(({ category, rate, ids: [any, spanish], rateId, all }): Rule[] => [
    {
      ...{ id: any, terms: [category], message: 'The VAT category {} is not one that France has' },
      fix: 'Use S, Z, E, AE, K, G or O',
      check: (invoice, breach) => {
        all(invoice).forEach((each, index) => {
          // Where there is no category at all the artefact for UBL is silent, as BR-CO-04 and its like have spoken.
          const isSilent = each.category === '' && (syntax === 'ubl' || each.mayLack === true)
          if (!isSilent && !CATEGORIES.has(each.category)) breach(category, index, each.category)
        })
      },
    },
    {
      ...{ id: spanish, terms: [category], message: 'The VAT category {} is one of Spain alone' },
      fix: 'Use S, Z, E, AE, K, G or O',
      check: (invoice, breach) => {
        all(invoice).forEach((each, index) => {
          if (SPANISH.has(each.category)) breach(category, index, each.category)
        })
      },
    },
    {
      ...{ id: rateId, terms: [rate], message: 'France has no VAT rate of {} percent' },
      fix: `Use one of ${[...VAT_RATES].join(', ')}`,
      check: (invoice, breach) => {
        // The artefact for UBL looks at the lines of invoices, not at those of credit notes.
        if (rate === 'BT-152' && syntax === 'ubl' && invoice.kind === 'creditNote') return
        all(invoice).forEach((each, index) => {
          if (each.rate !== undefined && !VAT_RATES.has(each.rate.toString())) breach(rate, index, each.rate.toString())
        })
      },
    },
  ])
}

function places(syntax: Syntax): readonly Place[] {
  const isUbl = syntax === 'ubl'
  return [
    {
      ...{ category: 'BT-95', rate: 'BT-96', rateId: isUbl ? 'BR-FR-16_BT-96' : 'BR-FR-16_BT-96_BT-103' },
      ids: isUbl
        ? ['BR-FR-15_BT-95_BT-102-1', 'BR-FR-15_BT-95_BT-102-2']
        : ['BR-FR-15_BT-95_BT-102', 'BR-FR-15_BT-95_BT-102_LM'],
      all: ({ allowances, charges }) =>
        [...allowances, ...charges].map(({ vatCategory, vatRate }) => ({ category: vatCategory, rate: vatRate })),
    },
    {
      ...{ category: 'BT-118', rate: 'BT-119', rateId: 'BR-FR-16_BT-119' },
      ids: isUbl ? ['BR-FR-15_BT-118-1', 'BR-FR-15_BT-118-2'] : ['BR-FR-15_BT-95_BT-118', 'BR-FR-15_BT-95_BT-118_LM'],
      all: ({ vatBreakdown }) => vatBreakdown.map(({ category, rate }) => ({ category, rate })),
    },
    {
      ...{ category: 'BT-151', rate: 'BT-152', rateId: 'BR-FR-16_BT-152' },
      // The second id of UBL is a slip of the artefact's.
      ids: isUbl ? ['BR-FR-15_BT-151-1', 'BR-FR-08_BT-151-2'] : ['BR-FR-15_BT-95_BT-151', 'BR-FR-15_BT-95_BT-151_LM'],
      all: ({ lines }) =>
        lines.map(({ vatCategory, vatRate, subtype }) => ({
          ...{ category: vatCategory, rate: vatRate, mayLack: subtype === 'GROUP' || subtype === 'INFORMATION' },
        })),
    },
  ]
}
