import type { RuleCatalogue } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import type { Explanation } from '../country.js'
import type { Rejection } from './rejection.js'
import { RESPONSE_REJECTIONS } from './rejections-responses.js'
import { explainRule, ruleIdIn } from './rejections-rules.js'
import { TRANSPORT_REJECTIONS } from './rejections-transport.js'

/**
 * A buyer that has an invoice of that number already refuses it; the network itself does not look
 * at numbers.
 */
export const DUPLICATE: Rejection = {
  code: 'DUPLICATE',
  rawText:
    'Invoice Response RE (Rejected); OPStatusReason REF: References incorrect; an invoice with this number was already received',
  pattern: /invoice with this number was already received/i,
  errorTranslated: 'The buyer already has an invoice with this number from this supplier.',
  errorFix:
    'If the earlier submission is the same invoice, do nothing: it counts. Otherwise submit this one under a new number (number or externalId).',
}

/** The refusals of a country that invoices over Peppol. */
export interface RejectionCatalogue {
  /** Every kind that is known, the most specific first. */
  readonly rejections: readonly Rejection[]
  /**
   * The raw text of a catalogue code or of a rule; null: unknown. A colon of a code may be written
   * as a dash.
   */
  rejectionText(code: string): string | null
  /** What a raw text means and what to do. Never fails: an unknown text gets a general answer. */
  explain(rawText: string): Explanation
}

/**
 * @param national refusals that only this country knows
 * @param catalogue the rules by which the country's receivers judge
 */
export function rejectionCatalogue(national: readonly Rejection[], catalogue: RuleCatalogue): RejectionCatalogue {
  const rejections = [DUPLICATE, ...national, ...TRANSPORT_REJECTIONS, ...RESPONSE_REJECTIONS]
  return {
    rejections,
    rejectionText(code) {
      const known = rejections.find((each) => each.code === code || each.code.replaceAll(':', '-') === code)
      if (known !== undefined) return known.rawText
      const explained = ruleIdIn(`[${code}]`) === code ? explainRule(`[${code}]`, catalogue) : null
      return explained === null ? null : `Message Level Status RE; [${code}]-${explained.errorTranslated}`
    },
    explain(rawText) {
      const broken = explainRule(rawText, catalogue)
      if (broken !== null) return broken
      const known = rejections.find(({ pattern }) => pattern.test(rawText))
      return known === undefined
        ? unknown(rawText)
        : { errorTranslated: known.errorTranslated, errorFix: known.errorFix }
    },
  }
}

function unknown(rawText: string): Explanation {
  return {
    errorTranslated: `The invoice was not delivered through the Peppol network: ${rawText}`,
    errorFix:
      'Check the invoice with POST /v1/invoices/validate and customer.peppolId with the customer. If both are right, contact support with the invoice id.',
  }
}
