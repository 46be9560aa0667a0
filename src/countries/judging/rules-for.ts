import { isFacturXExtended } from '../../einvoice/rules/factur-x.js'
import type { DocumentRuleSet } from '../../einvoice/rules/judge-document.js'
import type { DetectedDocument } from '../../einvoice/syntax/invoice-document.js'
import type { DocumentProfile } from './document-profile.js'

/**
 * Whether a document is judged by the rules of EXTENDED-CTC-FR, which know its sub-lines: it
 * claims Factur-X EXTENDED, and no profile is requested.
 */
export function isJudgedAsExtended(
  { syntax, specification }: DetectedDocument,
  { facturXExtended }: DocumentProfile,
  asked: string | undefined,
): boolean {
  const isKnown = facturXExtended !== undefined && asked === undefined
  return isKnown && syntax === 'cii' && isFacturXExtended(specification)
}

/**
 * The rules for a document; undefined: the profile does not include its syntax.
 * @param asked the requested profile, if there is one
 * @param day see `DocumentProfile.rules`
 */
export function rulesFor(
  detected: DetectedDocument,
  profile: DocumentProfile,
  asked: string | undefined,
  day: string | undefined,
): DocumentRuleSet | undefined {
  if (isJudgedAsExtended(detected, profile, asked)) return profile.facturXExtended?.(day)
  return profile.rules(detected.syntax, detected.headSpecification, day)
}
