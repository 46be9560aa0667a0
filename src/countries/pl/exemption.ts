import type { Line } from '../../domain/request/invoice-request.js'
import { isBlank } from '../../einvoice/xml/white-space.js'

/** Why sales are exempt from VAT, and which of three elements of FA(3) contains it. */
export interface ExemptionGround {
  /**
   * P_19A: the VAT act or a regulation based on it; P_19B: the directive; P_19C: any other law.
   */
  readonly element: 'P_19A' | 'P_19B' | 'P_19C'
  readonly text: string
}

/** The reason of exempt lines: their texts, each once. undefined: there is none. */
export function exemptionGround(lines: readonly Line[]): ExemptionGround | undefined {
  const texts = new Set(lines.flatMap((line) => groundOf(line) ?? []))
  if (texts.size === 0) return undefined
  const text = [...texts].join('; ')
  return { element: elementOf(text), text }
}

function groundOf({ exemptionReason, exemptionReasonCode }: Line): string | undefined {
  if (!isBlank(exemptionReason)) return exemptionReason
  return isBlank(exemptionReasonCode) ? undefined : directive(exemptionReasonCode)
}

/** Whether the code of an exempt line is the reason itself. */
export function isGround({ exemptionReason, exemptionReasonCode = '' }: Line): boolean {
  return isBlank(exemptionReason) && directive(exemptionReasonCode) !== undefined
}

/**
 * A VATEX code of the EU names an article of the directive: `VATEX-EU-132-1I`. undefined: any
 * other code names no provision for an exemption.
 */
function directive(code: string): string | undefined {
  const [, article, paragraph, letter] = /^VATEX-EU-(\d+)(?:-(\d*)([A-Z]*))?$/i.exec(code) ?? []
  if (article === undefined) return undefined
  const parts = [
    `art. ${article}`,
    ...(paragraph ? [`ust. ${paragraph}`] : []),
    ...(letter ? [`lit. ${letter.toLowerCase()}`] : []),
  ]
  return `${parts.join(' ')} dyrektywy 2006/112/WE`
}

function elementOf(text: string): ExemptionGround['element'] {
  if (/ustaw|rozporz/i.test(text)) return 'P_19A'
  if (/dyrektyw|directive|2006\/112/i.test(text)) return 'P_19B'
  return /umow|konwencj|traktat|treaty|convention|agreement/i.test(text) ? 'P_19C' : 'P_19A'
}
