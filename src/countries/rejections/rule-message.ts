import { elementInWords } from '../../einvoice/rules/catalogue/element-words.js'
import { type RuleEntry, withoutValue } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import type { RuleReport } from './rule-report.js'
import { nameOfTerm } from './term-names.js'
import { withoutEnd } from '../../domain/text.js'

/** The breach; with the name of the term, if sibling rules have the same message on another. */
export function messageOf(entry: RuleEntry, { id, path, officialOf, isShared }: RuleReport): string {
  if (entry.message === '') return ofPath(path) ?? ofOfficial(officialOf(entry.id) ?? officialOf(id))
  const message = withoutValue(entry)
  const name = isShared(entry.message) ? nameOfTerm(entry.terms[0] ?? '') : undefined
  return name === undefined ? message : naming(message, name)
}

/** The path that occurs too often, which such messages have in brackets. */
export function repeatedPathIn(message: string): string | undefined {
  return /^The document has more than one .*\(([a-z]+:\w+(?:\/[a-z]+:\w+)*)\)/.exec(message)?.[1]
}

/** In plain characters, with a full stop. */
export function sentence(text: string): string {
  const plain = text.replaceAll('×', 'times').replaceAll('−', 'minus').replaceAll('Σ', 'sum of').replace(/[‘’]/g, "'")
  return /[.?!]$/.test(plain) ? plain : `${withoutEnd(plain, ' :,;')}.`
}

/** With the name as subject: `The VAT rate is wrong` as `The VAT rate of a line is wrong`. */
function naming(message: string, name: string): string {
  if (message.toLowerCase().includes(name.replace(/^the /, '').toLowerCase())) return message
  const [head = ''] = name.split(' of ')
  if (message.endsWith(` ${head}`)) return message.slice(0, -head.length) + name
  const words = message.split(' ')
  for (let count = Math.min(6, words.length - 1); count > 0; count -= 1) {
    const subject = words.slice(1, count + 1).join(' ')
    const isOf = subject === 'amount' || name.startsWith(`the ${subject} of `) || name.endsWith(` ${subject}`)
    if (words[0] === 'The' && isOf)
      return [name.charAt(0).toUpperCase() + name.slice(1), ...words.slice(count + 1)].join(' ')
  }
  return /allowance|\ba (?:line )?charge|line|breakdown/.test(message) ? message : `${message} (${name})`
}

function ofPath(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const place = path.startsWith('@') ? '' : ` (${path})`
  return `The document has ${elementInWords(path)}${place}, which EN 16931 does not use`
}

/** The English part of the official text, without the rule's name. */
function ofOfficial(official: string | undefined): string {
  if (official === undefined) return 'The document does not have the form that the standard requires'
  return official.split('#').at(-1)?.trim() ?? official
}
