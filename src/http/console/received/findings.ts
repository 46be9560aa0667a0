import type { ReceivedFinding } from '../../../documents/receiving/reading.js'
import { ruleLink } from '../../api/rule-links.js'
import { each, html, type Html } from '../../html/html.js'
import { badge, code, said, table } from '../parts.js'

/** The rule for the fraud that everybody fears: the supplier's bank account has changed. */
const NEW_ACCOUNT = 'CW-NEW-ACCOUNT'

/** Warns of a bank account that the supplier never named before; null: there is none. */
export function accountNotice(findings: readonly ReceivedFinding[]): Html | null {
  const found = findings.find(({ rule }) => rule === NEW_ACCOUNT)
  if (found === undefined) return null
  return html`<div class="notice warned" role="note">
    <p><strong>New bank account:</strong> ${said(found.message)}</p>
    <p><strong>Before you pay:</strong> ${said(found.fix)}</p>
  </div>`
}

/** What the rules and the service found. `api`: where rules have pages; null: unknown. */
export function findingsSection(findings: readonly ReceivedFinding[], losses: readonly string[], api: string | null) {
  return html`<section aria-labelledby="findings">
    <h2 id="findings">Findings</h2>
    ${table(
      'Findings',
      ['What was found', 'What to do', 'Severity', 'Rule', 'Place'],
      findings.map(({ rule, severity, path, message, fix }) => [
        said(message),
        said(fix),
        severity === 'fatal' ? badge('bad', 'error') : badge('warn', 'warning'),
        api === null ? code(rule) : html`<a href="${ruleLink(api, rule)}">${rule}</a>`,
        path === '/' ? '–' : code(path),
      ]),
      { empty: 'None: the document keeps the rules of its country.', hideCaption: true },
    )}
    ${
      losses.length === 0
        ? null
        : html`<details>
            <summary>What the content below does not show</summary>
            <ul>
              ${each(losses, (loss) => html`<li>${said(loss)}</li>`)}
            </ul>
          </details>`
    }
  </section>`
}
