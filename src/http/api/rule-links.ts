import { loadReference } from '../docs/load-reference.js'

/** Ids as they occur in official artefacts and in texts of governments. */
const RULE_ID =
  /(?<![A-Za-z0-9_-])(?:(?:BR|UBL|CII|PEPPOL|CW)-|(?:DE|DK|GR|IS|IT|NL|NO|SE)-[RS]-)[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*/g

/** More links than this are no help. */
const MOST_LINKS = 20

/**
 * The address of a rule's page.
 * @param base of this service's own links; empty: a path
 */
export function ruleLink(base: string, rule: string): string {
  return `${base}/docs/rules/${encodeURIComponent(rule)}`
}

/**
 * The pages of the rules that a text names, in its order, each once, 20 at most. Ids that have no
 * page are left out: governments have rules and ids that no artefact lists.
 * @param text our own or a government's; null: there is none
 */
export async function ruleLinksIn(base: string, text: string | null): Promise<readonly string[]> {
  const named = [...new Set(text?.match(RULE_ID))]
  if (named.length === 0) return []
  const { ruleEntry } = await loadReference()
  return named
    .filter((id) => ruleEntry(id) !== undefined)
    .slice(0, MOST_LINKS)
    .map((id) => ruleLink(base, id))
}
