import type { RuleUse } from './rule-entry.js'

const STANDARD = 'EN 16931 validation artefacts 1.3.16 (CEN/TC 434, 2026-04-10)'
const OWN = 'Clearway'

/** Editions by how ids begin, of several the longest; what none fits is a rule of EN 16931. */
const BY_ID: readonly (readonly [beginning: string, source: string])[] = [
  ['CW-', OWN],
  ['XML', OWN],
  ['PROFILE', OWN],
  ['00', 'SdI, list of controls 2.0 (2025-01-31)'],
  ['KSEF:', 'KSeF, verification of invoices (API 2.6.0)'],
  ['BR-DE-', 'XRechnung 3.0.2, schematron 2.5.0 (KoSIT)'],
  ['BR-DEX-', 'XRechnung 3.0.2, schematron 2.5.0 (KoSIT)'],
  ['BR-TMP-', 'XRechnung 3.0.2, schematron 2.5.0 (KoSIT)'],
  ['BR-FR-', 'BR-FR-Flux2 1.4.0.03 (FNFE-MPE)'],
  ['BR-FREXT-', 'EXTENDED-CTC-FR 1.4.0.03 (FNFE-MPE)'],
  ['BR-FXEXT-', 'EXTENDED-CTC-FR 1.4.0.03 (FNFE-MPE)'],
  ['UBL-FREXT-', 'EXTENDED-CTC-FR 1.4.0.03 (FNFE-MPE)'],
  ['CII-FREXT', 'EXTENDED-CTC-FR 1.4.0.03 (FNFE-MPE)'],
  ['CII-EXT-', 'EXTENDED-CTC-FR 1.4.0.03 (FNFE-MPE)'],
]

/**
 * Of rules that a profile takes over into an artefact of its own, and of those that Peppol's
 * members add.
 */
const PEPPOL = /^(?:PEPPOL-|(?:DE|DK|GR|IS|IT|NL|NO|SE)-[RS]-)/

const PEPPOL_EDITIONS: Readonly<Partial<Record<string, string>>> = {
  be: 'Peppol BIS Billing 3.0.21 (OpenPeppol)',
  'be-sb': 'Peppol BIS Self-Billing 3.0.2 (OpenPeppol)',
  de: 'XRechnung 3.0.2, schematron 2.5.0 (KoSIT)',
}

/** The official artefact, with its edition, that a profile has a rule from. */
export function sourceOf(id: string, profile: string, syntax: RuleUse['syntax']): string {
  if (id === 'XSD') return schemaOf(profile, syntax)
  const ofId = BY_ID.find(([beginning]) => id.startsWith(beginning))?.[1]
  if (ofId !== undefined) return ofId
  if (PEPPOL.test(id)) return PEPPOL_EDITIONS[profile] ?? STANDARD
  return profile === 'ro' ? 'ANAF validation artefacts 1.0.9, with CIUS-RO' : STANDARD
}

function schemaOf(profile: string, syntax: RuleUse['syntax']): string {
  if (syntax === 'fatturapa') return 'FatturaPA 1.2.3 (Agenzia delle Entrate)'
  if (syntax === 'fa3') return 'FA(3) 1-0E (Ministerstwo Finansów)'
  if (syntax !== 'cii') return 'UBL 2.1 schemas (OASIS)'
  return `Cross Industry Invoice ${profile === 'fr' ? 'D22B' : 'D16B'} schemas (UN/CEFACT)`
}
