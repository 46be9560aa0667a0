import { judgeXml } from '../../countries/judging/judge-xml.js'
import type { ConvertOptions } from './conversion.js'
import type { Loss } from './loss.js'

/**
 * The rules of EN 16931 that a document made of a valid national one breaks, each once: they ask
 * for what the national format does not, and the source does not contain.
 */
export function brokenRules(source: Uint8Array, made: string, { now }: ConvertOptions): readonly Loss[] {
  const { valid, findings } = judgeXml(Buffer.from(made, 'utf8'), { now })
  if (valid || !judgeXml(source, { now }).valid) return []
  const losses = new Map<string, Loss>()
  for (const { rule, severity, term, message } of findings)
    if (severity === 'fatal' && !losses.has(rule))
      losses.set(rule, { path: '', term, message: `The result does not fulfil the rule ${rule}. ${message}` })
  return [...losses.values()]
}
