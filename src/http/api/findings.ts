import type { Judge } from '../../commands/use-cases/receive-invoice.js'
import type { Finding, Judgement } from '../../countries/country.js'
import type { XmlJudgement } from '../../countries/judging/judge-xml.js'
import { beforeSubmission } from '../../countries/check-digits.js'
import { todayIn } from '../../domain/calendar.js'
import type { Scope } from '../../domain/event.js'
import { inOneLine } from '../../einvoice/rules/judgement.js'
import { eachFaultOnce } from '../../einvoice/rules/repeats.js'
import { judgeInProcess } from '../../documents/judging/in-process.js'
import type { Caller } from '../../documents/judging/port.js'
import type { AppDeps } from '../deps.js'
import { ApiError } from '../errors.js'
import { ruleLink } from './rule-links.js'

/**
 * Validates invoices of an account by the rules of their country, as of today there. A client
 * waits for the result: if too many wait already, it throws `JudgingBusy`.
 * @param whenBusy `wait`: for a caller that validates few invoices at a time
 */
export function judgeFor(
  { account }: Scope,
  { judging = judgeInProcess, clock }: AppDeps,
  whenBusy: Caller['whenBusy'] = 'refuse',
): Judge {
  const caller = { account, whenBusy }
  return async (country, invoice) =>
    eachFaultOnce(await judging.validate(caller, country, invoice, todayIn(country.timeZone, clock.now())))
}

/** The same before a submission: what is fatal in the live environment alone is so here. */
export function judgeToSubmit(scope: Scope, deps: AppDeps, whenBusy?: Caller['whenBusy']): Judge {
  const judge = judgeFor(scope, deps, whenBusy)
  return async (country, invoice) => beforeSubmission(await judge(country, invoice), scope.environment)
}

/**
 * Findings with the address of their rule's page.
 * @param linkBase of this service's own links; empty: paths
 */
export function withLinks<Found extends Pick<Finding, 'rule'>>(findings: readonly Found[], linkBase: string) {
  return findings.map((finding) => ({ ...finding, docs: ruleLink(linkBase, finding.rule) }))
}

/**
 * A verdict on a document in XML as the API shows it: each fix names the place of the term as
 * well.
 */
export function asShown({ valid, findings, findingsTotal, rulesChecked }: XmlJudgement) {
  return {
    valid,
    findingsTotal,
    rulesChecked,
    findings: findings.map(({ rule, severity, path, line, term, message, fix, termPath }) => ({
      rule,
      severity,
      path,
      line,
      term,
      message,
      fix: termPath === undefined ? fix : `${fix.replace(/\.$/, '')} (${term}: ${termPath}).`,
    })),
  }
}

/**
 * The 400 for an invoice that breaks rules: each finding that makes it invalid is a detail. The
 * last one counts those that are not listed.
 */
export function brokenRules({ findings, findingsTotal }: Judgement, linkBase: string): ApiError {
  const fatal = findings.filter(({ severity }) => severity === 'fatal')
  const hidden = findingsTotal - findings.length
  const [first] = fatal
  const more = fatal.length - 1 + hidden
  const details = [
    ...withLinks(fatal, linkBase),
    ...(hidden > 0 ? [{ path: '', message: `has ${hidden} further findings that are not listed` }] : []),
  ]
  const summary = first === undefined ? 'The invoice breaks rules' : inOneLine(first)
  return new ApiError('validation_error', more > 0 ? `${summary} (and ${more} more, see details)` : summary, {
    details,
  })
}
