import { normalised, type Rule } from '../../../einvoice/rules/rule.js'
import { LENGTH_LIMITS } from './length-limits.js'

/** BR-RO-L…: field lengths. BR-RO-L1019 is left out: ANAF's artefact looks for it where nothing stands, so that it never fires. */
export const LENGTH_RULES: readonly Rule[] = LENGTH_LIMITS.map(([id, limit, term, what, texts]) => ({
  ...{
    id,
    terms: [term],
    message: `${what} is longer than ${limit} characters: {}`,
    fix: `Shorten it to ${limit} characters`,
  },
  check: (invoice, breach) => {
    texts(invoice, (text, index) => {
      if (text !== undefined && text.length > limit && characters(normalised(text)) > limit) breach(term, index, text)
    })
  },
}))

/** BR-RO-A020. A051, A052 and A500 count one at a time in the artefact of ANAF, so that they never fire on what this model can hold. */
export const COUNT_RULES: readonly Rule[] = [
  {
    id: 'BR-RO-A020',
    terms: ['BG-1'],
    message: 'The invoice has more than 20 notes',
    fix: 'Keep at most 20 notes',
    check: ({ notes }, breach) => {
      if (notes.length > 20) breach('BG-1')
    },
  },
]

/** XPath counts code points, JavaScript UTF-16 units. */
function characters(text: string): number {
  let count = 0
  for (const character of text) count += character.length > 0 ? 1 : 0
  return count
}
