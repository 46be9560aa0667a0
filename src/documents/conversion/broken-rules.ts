import type { Judgement } from '../../countries/country.js'
import type { Loss } from './loss.js'

/**
 * The rules that a document made of a valid one breaks, each once: they ask for what the format of
 * the source does not, and the source does not contain.
 */
export function brokenRules({ findings }: Pick<Judgement, 'findings'>): readonly Loss[] {
  const losses = new Map<string, Loss>()
  for (const { rule, severity, term, message } of findings)
    if (severity === 'fatal' && !losses.has(rule))
      losses.set(rule, { path: '', term, message: `The result does not fulfil the rule ${rule}. ${message}` })
  return [...losses.values()]
}
