import type { Finding } from './judgement.js'

/**
 * Findings on an invoice in JSON, root causes first. A finding that follows from another one is
 * never left out, because the government reports it, too: it comes after all root causes, and its
 * fix names what to correct first. Computed terms come last. A warning about the field that causes
 * a fatal finding becomes fatal, too: a list of only fatal findings must contain the cause.
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
  const first = `First correct \`${cause.path}\` (${cause.rule}), which causes this finding`
  return { ...finding, fix: ofTotals ? `${first}: the service computes it.` : `${first}. ${finding.fix}` }
}

/** Groups that may be missing with all their parts. */
const GROUPS: ReadonlySet<string> = new Set([
  'supplier.address',
  'customer.address',
  'precedingInvoice',
  'paymentMeans',
])
/** The exemption, the VAT and the totals follow from the rate and the category of a line. */
const RATE = /^(lines\[\d+\])\.(?:vatRate|vatCategory)$/
const LINE = /^lines\[\d+\]/

/** Index of the findings that others may follow from, by their fields. */
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
    // An implausible value of a wrong field is resolved with that field.
    if (severity === 'warning' && same?.severity === 'fatal' && path !== '') return same
    if (path === 'exchangeRate') return this.#byPath.get('currency')
    if (path === 'invoiceType') return this.#byPath.get('precedingInvoice')
    // The default electronic address is derived from the VAT number.
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

/** The totals of all lines, with or without VAT; all others belong to the VAT breakdown. */
const TOTALS: ReadonlySet<string> = new Set('BG-22 BT-106 BT-107 BT-108 BT-109 BT-112 BT-115'.split(' '))
