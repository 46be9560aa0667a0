import type { Invoice } from '../model.js'
import type { InvoiceLine } from '../model-lines.js'
import { isBlank, type Rule, type Term } from './rule.js'

/** BR-21 to BR-28, BR-30, BR-41 to BR-44, BR-54, BR-64, BR-65, BR-CO-04, BR-CO-20, BR-CO-23 and BR-CO-24: each line. */
export const LINE_RULES: readonly Rule[] = [
  eachLine('BR-21', 'BT-126', 'A line has no identifier', 'Number the lines', (line) => isBlank(line.id)),
  eachLine('BR-22', 'BT-129', 'A line has no quantity', 'Give the quantity', (line) => line.quantity === undefined),
  eachLine(
    'BR-23',
    'BT-130',
    'A quantity has no unit',
    'Give unitCode, for example C62 for pieces',
    (line) => line.unitCode === '',
  ),
  eachLine(
    'BR-24',
    'BT-131',
    'A line has no net amount',
    'Give the net amount',
    (line) => line.netAmount === undefined,
  ),
  eachLine('BR-25', 'BT-153', 'A line does not name its item', 'Give the description', (line) =>
    isBlank(line.item.name),
  ),
  eachLine('BR-26', 'BT-146', 'A line has no net price', 'Give unitPrice', (line) => line.price.net === undefined),
  {
    id: 'BR-27',
    terms: ['BT-146'],
    message: 'The net price {} is negative',
    fix: 'Give a unit price that is not below the discount; take something back with a negative quantity',
    check: (invoice, breach) => {
      invoice.lines.forEach(({ price }, index) => {
        if (price.net?.isNegative()) breach('BT-146', index, price.net.toString())
      })
    },
  },
  {
    id: 'BR-28',
    terms: ['BT-148'],
    message: 'The gross price {} is negative',
    fix: 'Give a unit price of zero or more; take something back with a negative quantity',
    check: (invoice, breach) => {
      invoice.lines.forEach(({ price }, index) => {
        if (price.gross?.isNegative()) breach('BT-148', index, price.gross.toString())
      })
    },
  },
  {
    id: 'BR-30',
    terms: ['BT-135', 'BT-134'],
    message: 'The period of a line ends ({}) before it begins',
    fix: 'Give an end that is not before the start',
    check: (invoice, breach) => {
      invoice.lines.forEach(({ period }, index) => {
        if (period?.start !== undefined && period.end !== undefined && period.end < period.start)
          breach('BT-135', index, period.end)
      })
    },
  },
  eachReduction(
    'BR-41',
    'BT-136',
    'allowances',
    'A line allowance has no amount',
    ({ amount }) => amount === undefined,
  ),
  eachReduction('BR-42', 'BT-139', 'allowances', 'A line allowance has no reason', hasNoReason),
  eachReduction('BR-43', 'BT-141', 'charges', 'A line charge has no amount', ({ amount }) => amount === undefined),
  eachReduction('BR-44', 'BT-144', 'charges', 'A line charge has no reason', hasNoReason),
  eachLine('BR-54', 'BG-32', 'An item attribute lacks its name or its value', 'Give both', ({ item }) =>
    item.attributes.some(({ name, value }) => isBlank(name) || isBlank(value)),
  ),
  eachLine(
    'BR-64',
    'BT-157',
    'A standard item identifier has no scheme',
    'Name the scheme, for example 0160 for a GTIN',
    ({ item }) => item.standardIdentifier !== undefined && item.standardIdentifier.scheme === undefined,
  ),
  eachLine(
    'BR-65',
    'BT-158',
    'An item classification has no scheme',
    'Name the scheme, for example STI for the Common Procurement Vocabulary',
    ({ item }) => item.classifications.some(({ scheme }) => scheme === ''),
  ),
  eachLine('BR-CO-04', 'BT-151', 'A line has no VAT category', 'Give vatCategory', (line) => line.vatCategory === ''),
  eachLine(
    'BR-CO-20',
    'BG-26',
    'The period of a line has neither start nor end',
    'Give one of them, or leave the period out',
    ({ period }) => period !== undefined && isBlank(period.start) && isBlank(period.end),
  ),
  eachReduction('BR-CO-23', 'BT-139', 'allowances', 'A line allowance has neither reason nor reason code', hasNoReason),
  eachReduction('BR-CO-24', 'BT-144', 'charges', 'A line charge has neither reason nor reason code', hasNoReason),
]

function eachLine(
  id: string,
  term: Term,
  message: string,
  fix: string,
  isBroken: (line: InvoiceLine) => boolean,
): Rule {
  return {
    ...{ id, terms: [term], message, fix },
    check: (invoice, breach) => {
      invoice.lines.forEach((line, index) => {
        if (isBroken(line)) breach(term, index)
      })
    },
  }
}

type Reduction = InvoiceLine['allowances'][number]

function eachReduction(
  id: string,
  term: Term,
  kind: 'allowances' | 'charges',
  message: string,
  isBroken: (reduction: Reduction) => boolean,
): Rule {
  return eachLine(id, term, message, 'Give it', (line) => line[kind].some(isBroken))
}

export function hasNoReason({ reason, reasonCode }: Pick<Reduction, 'reason' | 'reasonCode'>): boolean {
  return reason === undefined && reasonCode === undefined
}

/** BR-31 to BR-38, BR-CO-21 and BR-CO-22: allowances and charges of the document. */
export const ALLOWANCE_RULES: readonly Rule[] = [
  eachOfDocument(
    'BR-31',
    'BT-92',
    'allowances',
    'A document level allowance has no amount',
    ({ amount }) => amount === undefined,
  ),
  eachOfDocument(
    'BR-32',
    'BT-95',
    'allowances',
    'A document level allowance has no VAT category',
    (each) => each.vatCategory === '',
  ),
  eachOfDocument('BR-33', 'BT-97', 'allowances', 'A document level allowance has no reason', hasNoReason),
  eachOfDocument(
    'BR-36',
    'BT-99',
    'charges',
    'A document level charge has no amount',
    ({ amount }) => amount === undefined,
  ),
  eachOfDocument(
    'BR-37',
    'BT-102',
    'charges',
    'A document level charge has no VAT category',
    (each) => each.vatCategory === '',
  ),
  eachOfDocument('BR-38', 'BT-104', 'charges', 'A document level charge has no reason', hasNoReason),
  eachOfDocument(
    'BR-CO-21',
    'BT-97',
    'allowances',
    'A document level allowance has neither reason nor reason code',
    hasNoReason,
  ),
  eachOfDocument(
    'BR-CO-22',
    'BT-104',
    'charges',
    'A document level charge has neither reason nor reason code',
    hasNoReason,
  ),
]

function eachOfDocument(
  id: string,
  term: Term,
  kind: 'allowances' | 'charges',
  message: string,
  isBroken: (allowance: Invoice['allowances'][number]) => boolean,
): Rule {
  return {
    ...{ id, terms: [term], message, fix: 'Give it' },
    check: (invoice, breach) => {
      invoice[kind].forEach((allowance, index) => {
        if (isBroken(allowance)) breach(term, index)
      })
    },
  }
}
