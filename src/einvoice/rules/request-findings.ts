import { FindingList } from './finding-list.js'
import { sentence } from './finding-text.js'
import type { Finding, Judgement } from './judgement.js'

/** What a finding repeats of its rule. */
interface RequestRule {
  readonly id: string
  readonly severity: Finding['severity']
  readonly fix: string
}

/** The findings of rules on what the caller says, which the document does not show. */
export class RequestFindings {
  readonly #found = new FindingList<Finding>()

  /** @param term the business term of the finding, for example `BT-20` */
  report({ id: rule, severity, fix }: RequestRule, term: string, path: string, message: string): void {
    this.#found.note(severity === 'fatal', () => ({
      rule,
      severity,
      path,
      term,
      message: sentence(message),
      fix: sentence(fix),
    }))
  }

  judgement(rulesChecked: number): Judgement {
    const { valid, findings, total } = this.#found
    return { valid, findings, findingsTotal: total, rulesChecked }
  }
}
