import type { DocumentProfile } from '../../../countries/judging/document-profile.js'
import type { Edition } from '../../../countries/judging/editions.js'
import type { JudgedFormat } from '../../../einvoice/syntax/invoice-document.js'
import type { RuleUse } from './rule-entry.js'

const STANDARD = 'EN 16931 validation artefacts 1.3.16 (CEN/TC 434, 2026-04-10)'
const OWN = 'Clearway'

/** Rules of the service's own. */
const OWN_IDS = /^(?:CW-|XML|PDF|PROFILE)/

/** The schemas of EN 16931's syntaxes, which profiles use by default. */
const SCHEMAS: Readonly<Partial<Record<JudgedFormat, string>>> = {
  ubl: 'UBL 2.1 schemas (OASIS)',
  cii: 'Cross Industry Invoice D16B schemas (UN/CEFACT)',
}

/** The official artefact, with its edition, from which a profile has a rule. */
export function sourceOf(
  id: string,
  { schemas }: DocumentProfile,
  edition: Edition | undefined,
  syntax: RuleUse['syntax'],
): string {
  if (OWN_IDS.test(id)) return OWN
  if (id === 'XSD' && syntax !== 'json') return { ...SCHEMAS, ...schemas }[syntax] ?? STANDARD
  return edition?.sources.find(({ ids }) => ids.test(id))?.artefact ?? STANDARD
}
