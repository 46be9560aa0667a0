import { edition } from '../../../einvoice/codes/code-list.js'
import { ITEM_CLASSIFICATIONS } from '../../../einvoice/codes/item-classifications.js'
import type { Item } from '../../../einvoice/model-lines.js'
import { isBlank, normalised, type Rule } from '../../../einvoice/rules/rule.js'

export const CVD_SCHEMES = edition(ITEM_CLASSIFICATIONS, { with: 'CVD' })
export const VEHICLE_CATEGORIES: ReadonlySet<string> = new Set(['M1', 'M2', 'M3', 'N1', 'N2', 'N3'])
export const EMISSIONS: ReadonlySet<string> = new Set(['clean', 'zero-emission', 'other'])

/** BR-DE-CVD-01 to BR-TMP-CVD-01: the profile of XRechnung for the Clean Vehicles Directive. */
export const CVD_RULES: readonly Rule[] = [
  {
    id: 'BR-DE-CVD-02',
    terms: ['BT-17'],
    message: 'The invoice has no tender or lot reference',
    fix: 'Give the reference of the tender',
    check: ({ tenderReference }, breach) => {
      if (isBlank(tenderReference)) breach('BT-17')
    },
  },
  {
    id: 'BR-DE-CVD-01',
    terms: ['BT-12'],
    message: 'The invoice has no contract reference',
    fix: 'Give contractReference',
    check: ({ contractReference }, breach) => {
      if (isBlank(contractReference)) breach('BT-12')
    },
  },
  {
    id: 'BR-DE-CVD-03',
    terms: ['BG-25', 'BT-158', 'BT-160'],
    message: 'No line is about a vehicle: none has both a classification of scheme CVD and the attribute cva',
    fix: 'Give at least one line both',
    check: ({ lines }, breach) => {
      if (!lines.some(({ item }) => categories(item).length > 0 && emissions(item).length > 0)) breach('BG-25')
    },
  },
  perItem('BR-DE-CVD-06-a', 'has a classification of scheme CVD, but not exactly one attribute cva', (item) => {
    return categories(item).length > 0 && emissions(item).length !== 1
  }),
  perItem('BR-DE-CVD-06-b', 'has an attribute cva, but not exactly one classification of scheme CVD', (item) => {
    return emissions(item).length > 0 && categories(item).length !== 1
  }),
  perItem('BR-TMP-CVD-01', 'is classified by a scheme that is not in UNTDID 7143', ({ classifications }) => {
    return classifications.some(({ scheme }) => !CVD_SCHEMES.has(normalised(scheme)))
  }),
  perItem('BR-DE-CVD-04', 'has a vehicle category other than M1, M2, M3, N1, N2, N3', ({ classifications }) => {
    return classifications.some(
      ({ scheme, code }) => normalised(scheme) === 'CVD' && !VEHICLE_CATEGORIES.has(normalised(code)),
    )
  }),
  perItem('BR-DE-CVD-05', 'has a value of cva other than clean, zero-emission, other', (item) => {
    return emissions(item).some(({ value }) => !EMISSIONS.has(normalised(value)))
  }),
]

function categories({ classifications }: Item) {
  return classifications.filter(({ scheme }) => scheme === 'CVD')
}

function emissions({ attributes }: Item) {
  return attributes.filter(({ name }) => name === 'cva')
}

function perItem(id: string, what: string, isBroken: (item: Item) => boolean): Rule {
  return {
    ...{ id, terms: ['BT-158', 'BT-160', 'BT-161'], message: `The item of a line ${what}` },
    fix: 'Describe each vehicle by one classification of scheme CVD and one attribute cva',
    check: ({ lines }, breach) => {
      lines.forEach(({ item }, index) => {
        if (isBroken(item)) breach('BT-158', index)
      })
    },
  }
}
