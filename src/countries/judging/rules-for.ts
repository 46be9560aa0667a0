import { isFacturXExtended } from '../../einvoice/rules/factur-x.js'
import type { DocumentRuleSet } from '../../einvoice/rules/judge-document.js'
import type { DetectedDocument } from '../../einvoice/syntax/invoice-document.js'
import { facturXExtended } from '../fr/documents.js'
import type { DocumentProfile } from './document-profile.js'

/** The profiles of documents that claim the level EXTENDED of Factur-X. */
const OF_FACTUR_X: ReadonlySet<string> = new Set(['en', 'fr'])

/**
 * Whether a document is judged by the rules of EXTENDED-CTC-FR, which know its sub-lines: it
 * claims Factur-X EXTENDED, and no profile is requested.
 */
export function isJudgedAsExtended(
  { syntax, specification }: DetectedDocument,
  { name }: DocumentProfile,
  asked: string | undefined,
): boolean {
  return asked === undefined && syntax === 'cii' && isFacturXExtended(specification) && OF_FACTUR_X.has(name)
}

/**
 * The rules for a document; undefined: the profile does not include its syntax.
 * @param asked the requested profile, if there is one
 */
export function rulesFor(
  detected: DetectedDocument,
  profile: DocumentProfile,
  asked: string | undefined,
): DocumentRuleSet | undefined {
  if (isJudgedAsExtended(detected, profile, asked)) return facturXExtended(profile.country === 'FR')
  return profile.rules(detected.syntax, detected.specification)
}
