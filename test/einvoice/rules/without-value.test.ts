import t from 'tap'
import { type RuleEntry, withoutValue } from '../../../src/einvoice/rules/catalogue/rule-catalogue.js'

const MESSAGES: readonly (readonly [message: string, withoutIt: string])[] = [
  ['The name is longer than 200 characters: {}', 'The name is longer than 200 characters'],
  ['The period of a line ends ({}) before it begins', 'The period of a line ends before it begins'],
  ['An amount of {} is due', 'An amount is due'],
  ['The process {}, a final one, does not go', 'The process, a final one, does not go'],
  ['France has no VAT rate of {} percent', 'France does not have the VAT rate'],
  ['Two identifiers have the scheme {}', 'Two identifiers have the same scheme'],
  ['Remove <element>', 'Remove the element'],
]

for (const [message, withoutIt] of MESSAGES)
  t.test(message, async (t) => {
    const entry: RuleEntry = { id: 'BR-1', terms: [], message, fix: '', level: 'fatal' }
    t.equal(withoutValue(entry), withoutIt)
  })
