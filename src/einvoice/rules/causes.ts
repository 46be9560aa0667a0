import type { Finding } from './judgement.js'

/**
 * Findings on an invoice in JSON, root causes first. A finding that follows from another one is
 * never left out, since the government's own answer names it, too: it comes after all that follow
 * from nothing, and its fix says what to correct first. What the service computes comes last.
 * A warning about the very field from which a fatal finding follows is what makes the invoice
 * invalid, so it is fatal, too: where only fatal findings are told, the cause must not be missing.
 */
export function causesFirst(
  findings: readonly Finding[],
  isComputed: (finding: Finding) => boolean,
): readonly Finding[] {
  const causes = new Causes(findings.filter((each) => !isComputed(each)))
  const [roots, followers, computed]: [Finding[], Finding[], Finding[]] = [[], [], []]
  const raised = new Set<Finding>()
  for (const finding of findings) {
    const ofTotals = isComputed(finding)
    const cause = ofTotals ? causes.ofComputed(finding) : causes.of(finding)
    if (cause === undefined) (ofTotals ? computed : roots).push(finding)
    else (ofTotals ? computed : followers).push(after(cause, finding, ofTotals))
    if (cause?.severity === 'warning' && finding.severity === 'fatal' && cause.path === finding.path) raised.add(cause)
  }
  const asRaised = (each: Finding): Finding => (raised.has(each) ? { ...each, severity: 'fatal' } : each)
  return [...roots.map(asRaised), ...followers, ...computed]
}

function after(cause: Finding, finding: Finding, ofTotals: boolean): Finding {
  const first = `First correct \`${cause.path}\` (${cause.rule}), from which this follows`
  return { ...finding, fix: ofTotals ? `${first}: the service computes it.` : `${first}. ${finding.fix}` }
}

/** What is missing as a whole, so that each of its parts is missing, too. */
const GROUPS: ReadonlySet<string> = new Set([
  'supplier.address',
  'customer.address',
  'precedingInvoice',
  'paymentMeans',
])
/** From the rate and the category of a line its exemption, the VAT and the totals follow. */
const RATE = /^(lines\[\d+\])\.(?:vatRate|vatCategory)$/
const LINE = /^lines\[\d+\]/

/** The findings that others may follow from, by their fields: looking for one takes no search. */
class Causes {
  readonly #byPath = new Map<string, Finding>()
  readonly #rateOfLine = new Map<string, Finding>()
  readonly #firstRate: Finding | undefined
  readonly #firstLine: Finding | undefined

  constructor(findings: readonly Finding[]) {
    for (const finding of findings) {
      const known = this.#byPath.get(finding.path)
      if (known === undefined || (known.severity === 'warning' && finding.severity === 'fatal'))
        this.#byPath.set(finding.path, finding)
      const [, line] = RATE.exec(finding.path) ?? []
      if (line === undefined) continue
      this.#firstRate ??= finding
      if (!this.#rateOfLine.has(line)) this.#rateOfLine.set(line, finding)
    }
    this.#firstLine = this.#firstRate ?? findings.find(({ path }) => LINE.test(path))
  }

  of({ path, severity }: Finding): Finding | undefined {
    const same = this.#byPath.get(path)
    // What looks odd at a field that is missing or wrong is gone with that.
    if (severity === 'warning' && same?.severity === 'fatal' && path !== '') return same
    if (path === 'exchangeRate') return this.#byPath.get('currency')
    if (path === 'invoiceType') return this.#byPath.get('precedingInvoice')
    // An electronic address that is not given is made from the VAT number.
    if (path.endsWith('.peppolId'))
      return this.#byPath.get(path.replace('peppolId', 'vatNumber')) ?? this.#byPath.get(path.replace('.peppolId', ''))
    const [, line, exemption] = /^(lines\[\d+\])\.(exemptionReason)/.exec(path) ?? []
    if (line !== undefined && exemption !== undefined) return this.#rateOfLine.get(line)
    const group = path.slice(0, path.lastIndexOf('.'))
    return GROUPS.has(group) ? this.#byPath.get(group) : undefined
  }

  ofComputed({ path, term }: Finding): Finding | undefined {
    if (TOTALS.has(term)) return this.#firstLine
    const same = this.#byPath.get(path)
    if (same !== undefined) return same
    const [line] = LINE.exec(path) ?? []
    return (line === undefined ? undefined : this.#rateOfLine.get(line)) ?? this.#firstRate
  }
}

/** What all lines are summed up to, without VAT or with it; all else is the VAT breakdown. */
const TOTALS: ReadonlySet<string> = new Set('BG-22 BT-106 BT-107 BT-108 BT-109 BT-112 BT-115'.split(' '))
