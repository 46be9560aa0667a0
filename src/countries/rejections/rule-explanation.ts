import { fixOf, type RuleEntry, withoutValue } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import { fieldOfTerm, remedyOfComputed } from '../../einvoice/request-origin.js'
import type { Explanation } from '../country.js'
import { excerpt, fold } from './fold.js'
import type { FieldOf } from './rejection.js'
import { nameOfTerm } from './term-names.js'
import { doneForTerm } from './terms-without-field.js'
import { fieldsNamedIn } from './unknown.js'

/** A rule that a text reports, with what is known of it. */
export interface RuleReport {
  readonly id: string
  /** What the catalogue says of it; several where the rule, or its name in texts, has sisters. */
  readonly entries: readonly RuleEntry[]
  /** The folded words that follow the id in the text. */
  readonly words: string
  /** The path that the rule forbids. */
  readonly path: string | undefined
  /** The official text of a rule, by its id. */
  readonly officialOf: (id: string) => string | undefined
  /** Whether other rules have the same message. */
  readonly isShared: (message: string) => boolean
  readonly fieldOf: FieldOf
}

/** A fix that names a field of the API already. */
const FIELD =
  /\b(?:supplier|customer|paymentMeans|precedingInvoice)\.[a-z]|\b(?:lines|attachments)\[|\((?:lines|note|currency|customer|supplier)\)|\b(?:issueDate|dueDate|deliveryDate|exchangeRate|buyerReference|orderReference|contractReference|externalId|invoiceType|precedingInvoice)\b/

/** What a broken rule means, and which field of POST /v1/invoices to correct. */
export function explainRule(report: RuleReport): Explanation {
  const { id, words, path, fieldOf } = report
  const meant = meantBy(report)
  const messages = distinct(meant.map((entry) => messageOf(entry, report)))
  const said = messages.slice(0, 3).join('; or: ')
  const remedies = distinct(meant.map((entry) => remedy(entry, id, path, fieldOf)))
  // Where a rule speaks of several terms, those that the API has are the ones to look at.
  const inApi = remedies.filter((each) => FIELD.test(each) && !each.includes('The API has no'))
  const fixes = inApi.length > 0 ? inApi : remedies
  const at = locatedIn(words, fieldOf)
  const fix = fixes.slice(0, 3).join('; or: ')
  return {
    errorTranslated: sentence(`${id}: ${messages.length > 3 ? `${said}; or another field of the kind` : said}`),
    errorFix: sentence(at === undefined || fix.includes(at) ? fix : `${sentence(fix)} The message points to ${at}`),
  }
}

/** An honest answer for a rule that no artefact of the service's has. */
export function explainUnknownRule(id: string, words: string): Explanation {
  const said = excerpt(words.slice(id.length).replace(/^[\s\])}:-]+/, ''), 300)
  const terms = [...new Set(words.match(/\bB[TG]-\d+/g) ?? [])].slice(0, 8)
  const fields = distinct(terms.map(fieldOfTerm).filter((field) => field !== undefined))
  const named = fields.length > 0 ? fields.join(', ') : terms.join(', ')
  return {
    errorTranslated: sentence(
      `The invoice breaks the rule ${id}, which is not in the catalogue${said === '' ? '' : `: "${said}"`}`,
    ),
    errorFix:
      (named === '' ? '' : `The rule speaks of ${named}: compare it with your data and correct it. `) +
      'Check the invoice with POST /v1/invoices/validate, correct what it reports, then submit a new invoice.',
  }
}

/** What is wrong; with the name of the term, where sister rules say the same of another. */
function messageOf(entry: RuleEntry, { id, path, officialOf, isShared }: RuleReport): string {
  if (entry.message === '') return ofPath(path) ?? ofOfficial(officialOf(entry.id) ?? officialOf(id))
  // A sentence about a value that is not at hand.
  const message = withoutValue({
    ...entry,
    message: entry.message
      .replace(/have the ([a-z ]+) \{\}/, 'have the same $1')
      .replace(/no VAT rate of \{\} percent/, 'no such VAT rate'),
  })
  const name = isShared(entry.message) ? nameOfTerm(entry.terms[0] ?? '') : undefined
  const isNamed = name !== undefined && /allowance|\ba (?:line )?charge|line|breakdown/.test(message)
  return name === undefined || isNamed ? message : `${message} (${name})`
}

/**
 * Of several rules of one name, the one whose official text stands in the words, else those whose
 * terms the text names, if it names some.
 */
function meantBy({ entries, words, officialOf }: RuleReport): readonly RuleEntry[] {
  if (entries.length < 2) return entries
  const worded = entries.filter(({ id }) => {
    const text = fold(officialOf(id) ?? '').replace(/^\[[^\]]*\][- :]*/, '')
    return text !== '' && words.includes(text)
  })
  if (worded.length > 0 && worded.length < entries.length) return worded
  const named: readonly string[] = words.match(/B[TG]-\d+(?:-\d)?|EXT-FR-FE-[BG\d-]*\d/g) ?? []
  const byMain = entries.filter(({ terms: [main] }) => main !== undefined && named.includes(main))
  if (byMain.length > 0) return byMain
  const meant = entries.filter(({ terms }) => terms.some((term) => named.includes(term)))
  return meant.length > 0 ? meant : entries
}

function remedy(entry: RuleEntry, id: string, path: string | undefined, fieldOf: FieldOf): string {
  const fix = writtenFix(entry, path)
  if (FIELD.test(fix)) return fix
  const computed = entry.terms.map(remedyOfComputed).find((each) => each !== undefined)
  if (computed !== undefined) return join(fix, inFields(computed))
  const fields = distinct(entry.terms.map(fieldOfTerm).filter((field) => field !== undefined))
  // What is forbidden comes from no field.
  const written = path === undefined ? fieldOf(pathIn(entry.message)) : undefined
  if (fields.length > 0 || written !== undefined)
    return fieldSentence(fix, fields.length > 0 ? fields.slice(0, 3).join(' or ') : (written ?? ''))
  const done = entry.terms.map(doneForTerm).find((each) => each !== undefined)
  if (done !== undefined) return join(fix, done)
  const what = path === undefined ? pathIn(entry.message) || 'this part of the document' : lastOf(path)
  return join(
    fix === '' ? `Remove ${what} if the XML is yours` : fix,
    `No field of POST /v1/invoices leads to ${what} (${id}): a document that the service made has to be corrected by its operator`,
  )
}

function fieldSentence(fix: string, field: string): string {
  return fix === '' ? `Correct ${field} as the message says` : join(fix, `In POST /v1/invoices that is ${field}`)
}

/** What the catalogue says to do; empty: nothing but that the rule is to be kept. */
function writtenFix(entry: RuleEntry, path: string | undefined): string {
  if (entry.message === '' && entry.fix.startsWith('Bring <element> to')) return ''
  return fixOf(path === undefined ? entry : { ...entry, fix: entry.fix.replaceAll('<element>', lastOf(path)) })
}

/** `Correct quantity of the line: …` with the fields that it means. */
function inFields(computed: string): string {
  return computed
    .replace('Correct the lines:', 'Correct quantity, unitPrice and discount:')
    .replace(/ of the lines?:/, ':')
    .replaceAll(/\b(?:quantity|unitPrice|discount|vatCategory|vatRate)\b/g, 'lines[].$&')
}

/** The path that a message begins with: `cac:PaymentTerms/cbc:Note stands more often than …`. */
function pathIn(message: string): string {
  return /^(?:[a-z]+:\w+\/?)+/.exec(message)?.[0] ?? ''
}

function ofPath(path: string | undefined): string | undefined {
  return path === undefined
    ? undefined
    : `The document has ${lastOf(path)}${path.includes('/') ? ` (${path})` : ''}, which EN 16931 has no place for`
}

/** The official text, as far as it is English, without what repeats the rule's name. */
function ofOfficial(official: string | undefined): string {
  if (official === undefined) return 'The document is not written as the standard asks for'
  return official.split('#').at(-1)?.trim() ?? official
}

/** The field of the first place, as an XPath, that a text names beside the rule. */
function locatedIn(words: string, fieldOf: FieldOf): string | undefined {
  const [path] = /\/(?:[\w*]+:)?[A-Za-z]\w*(?:\[\d+\])?(?:\/(?:[\w*]+:)?[A-Za-z@]\w*(?:\[\d+\])?)+/.exec(words) ?? []
  return path === undefined ? undefined : fieldsNamedIn(path, fieldOf)[0]
}

function lastOf(path: string): string {
  const step = path.slice(path.lastIndexOf('/') + 1)
  return step.startsWith('@')
    ? [
        'the attribute',
        step.slice(1),
        ...path
          .split('/')
          .slice(-2, -1)
          .map((element) => `of ${element}`),
      ].join(' ')
    : step
}

function join(fix: string, then: string): string {
  return fix === '' ? then : `${sentence(fix)} ${then}`
}

/** In plain characters, with a full stop. */
function sentence(text: string): string {
  const plain = text.replaceAll('×', 'times').replaceAll('−', 'minus').replaceAll('Σ', 'sum of').replace(/[‘’]/g, "'")
  return /[.?!]$/.test(plain) ? plain : `${plain.replace(/[ :,;]+$/, '')}.`
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
