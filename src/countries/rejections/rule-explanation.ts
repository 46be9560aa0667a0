import { fixOf, type RuleEntry } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import { fieldOfTerm, remedyOfComputed } from '../../einvoice/request/origin.js'
import type { Explanation } from '../country.js'
import { alternatives, listed, startedSmall } from './alternatives.js'
import { excerpt, fold } from './fold.js'
import type { FieldOf } from './rejection.js'
import { messageOf, repeatedPathIn, sentence } from './rule-message.js'
import type { RuleReport } from './rule-report.js'
import { writtenForTerm } from './terms-without-field.js'
import { fieldsNamedIn } from './unknown.js'

/** A fix that already names a field of the API. */
const FIELD =
  /\b(?:supplier|customer|paymentMeans|precedingInvoice|payee|taxRepresentative|delivery|references|period)\.[a-z]|\b(?:lines|attachments|allowances|charges|supportingDocuments)\[|\((?:lines|number|note|currency|customer|supplier)\)|\b(?:issueDate|dueDate|deliveryDate|exchangeRate|buyerReference|orderReference|contractReference|externalId|invoiceType|precedingInvoice|prepaidAmount|roundingAmount|typeCode|taxPointDate|taxPointDateCode|businessProcess|vatAccountingCurrency|projectReference|tenderReference)\b/

/** The meaning of a broken rule, and the field of POST /v1/invoices to correct. */
export function explainRule(report: RuleReport): Explanation {
  const { id, words, fieldOf, isRefused } = report
  const meant = meantBy(report)
  const messages = [...new Set(meant.map((entry) => messageOf(entry, report)))]
  const said = alternatives(messages.slice(0, 3))
  const remedies = meant.map((entry) => remedyOf(entry, report))
  // If a rule names several terms, those with a field in the API count.
  const inApi = remedies.filter(({ before }) => before !== XML_ONLY)
  const fix = joined(inApi.some(({ fix, after }) => FIELD.test(`${fix} ${after ?? ''}`)) ? inApi : remedies)
  const at = fix.startsWith(XML_ONLY) ? undefined : locatedIn(words, fieldOf)
  const broken = sentence(`${id}: ${messages.length > 3 ? `${said}; or another field of this kind` : said}`)
  return {
    errorTranslated: isRefused ? broken : `${broken} This is a warning: the invoice is not refused for it.`,
    errorFix: at === undefined || fix.includes(at) ? fix : `${fix} The message points to ${at}.`,
  }
}

/** Explains a rule that is in none of the service's artefacts. */
export function explainUnknownRule(id: string, words: string): Explanation {
  const said = excerpt(words.slice(id.length).replace(/^[\s\])}:-]+/, ''), 300)
  const terms = [...new Set(words.match(/\bB[TG]-\d+/g) ?? [])].slice(0, 8)
  const fields = [...new Set(terms.map(fieldOfTerm).filter((field) => field !== undefined))]
  const named = fields.length > 0 ? fields.join(', ') : terms.join(', ')
  return {
    errorTranslated: sentence(
      `The invoice breaks the rule ${id}, which is not in the catalogue${said === '' ? '' : `: "${said}"`}`,
    ),
    errorFix:
      (named === '' ? '' : `The rule is about ${named}: compare it with your data and correct it. `) +
      'Check the invoice with POST /v1/invoices/validate, correct what it reports, then submit a new invoice.',
  }
}

/**
 * Of several rules with the same name, the one whose official text is in the words, else those
 * whose terms the text names, if it names any.
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

/** The start of a remedy for a part without a field in the API. */
const XML_ONLY = 'This can only come from a document sent as XML: '

const KEPT = 'Documents that the service writes from JSON comply with this rule'

/** Rules on the form of a syntax, and on France's invoices of several parts. */
const IN_XML_ALONE = /^(?:UBL|CII)-|EXT-FR-FE|sub[- ]invoice|subtype/

/** A remedy, with the sentences before and after it. */
interface Remedy {
  readonly before?: string
  readonly fix: string
  readonly after?: string
}

function remedyOf(entry: RuleEntry, { path, fieldOf }: RuleReport): Remedy {
  if (path !== undefined && entry.message === '') return remedyOfForbidden(entry, path)
  const fix = fixOf(entry)
  const repeated = repeatedPathIn(entry.message)
  const fields = [...new Set(entry.terms.map(fieldOfTerm).filter((field) => field !== undefined))].slice(0, 3)
  if (repeated !== undefined) return remedyOfRepeated(fix, fieldOf(repeated) ?? listed(fields))
  if (FIELD.test(fix)) return { fix }
  const [main = ''] = entry.terms
  if (IN_XML_ALONE.test(`${entry.id} ${entry.message} ${fix}`))
    return {
      before: XML_ONLY,
      fix,
      after: fields.length === 0 ? KEPT : `From JSON the service writes ${listed(fields)} as the rule requires`,
    }
  const computed = entry.terms.map(remedyOfComputed).find((each) => each !== undefined)
  if (fix.startsWith('Round ') && (computed !== undefined || main === 'BT-111'))
    return { before: XML_ONLY, fix, after: 'The service rounds the amounts that it computes from lines[] of JSON' }
  if (computed !== undefined) return { before: `In JSON, ${startedSmall(inFields(computed))}. In XML, `, fix }
  if (fields.length > 0) return { fix, after: `In POST /v1/invoices that is ${listed(fields)}` }
  const written = entry.terms.map(writtenForTerm).find((each) => each !== undefined)
  if (written !== undefined) return { fix, after: written }
  return { before: XML_ONLY, fix, after: KEPT }
}

/** The remedy for a path that EN 16931 does not have; the service writes none of them. */
function remedyOfForbidden(entry: RuleEntry, path: string): Remedy {
  const element = lastOf(path)
  const isOnlyRemoved = /^(?:Remove (?:<element>|the attribute)|Bring )/.test(entry.fix)
  const fix = isOnlyRemoved
    ? `Remove ${element} from the XML that you send`
    : fixOf({ ...entry, fix: entry.fix.replaceAll('<element>', element) })
  const field = entry.terms.map(fieldOfTerm).find((each) => each !== undefined)
  const written = field === undefined ? 'does not write it' : `writes ${field} differently`
  return {
    ...(isOnlyRemoved ? {} : { before: 'In the XML that you send, ' }),
    fix,
    after: `An invoice sent as JSON never has it: the service ${written}`,
  }
}

function remedyOfRepeated(fix: string, field: string): Remedy {
  const from = field === '' ? '' : `: the service writes it from ${field}`
  return { fix: `${fix} in the XML that you send`, after: `An invoice sent as JSON has one at most${from}` }
}

/** Joins remedies with the same sentences before and after. */
function joined(remedies: readonly Remedy[]): string {
  const groups = new Map<string, Remedy[]>()
  for (const remedy of remedies) {
    const key = `${remedy.before ?? ''}|${remedy.after ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), remedy])
  }
  return [...groups.values()]
    .slice(0, 3)
    .map((group) => {
      const { before = '', after } = group[0] ?? {}
      const fix = alternatives(group.slice(0, 3).map((each) => each.fix))
      const first = before === '' ? fix : before + startedSmall(fix)
      return [first, ...(after === undefined ? [] : [after])].map(sentence).join(' ')
    })
    .join(' Or: ')
}

/** `Correct quantity of the line: …` with its fields. */
function inFields(computed: string): string {
  return computed
    .replace('Correct the lines:', 'Correct quantity, unitPrice and discount:')
    .replace(/ of the lines?:/, ':')
    .replaceAll(/\b(?:quantity|unitPrice|discount|vatCategory|vatRate)\b/g, 'lines[].$&')
}

/** The field of the first place, as an XPath, that a text names beside the rule. */
function locatedIn(words: string, fieldOf: FieldOf): string | undefined {
  const [path] = /\/(?:[\w*]+:)?[A-Za-z]\w*(?:\[\d+\])?(?:\/(?:[\w*]+:)?[A-Za-z@]\w*(?:\[\d+\])?)+/.exec(words) ?? []
  return path === undefined ? undefined : fieldsNamedIn(path, fieldOf)[0]
}

/** `@schemeID` of `cbc:ID/@schemeID` as `the attribute schemeID of cbc:ID`. */
function lastOf(path: string): string {
  const [last = '', around] = path.split('/').toReversed()
  if (!last.startsWith('@')) return last
  return `the attribute ${last.slice(1)}${around === undefined ? '' : ` of ${around}`}`
}
