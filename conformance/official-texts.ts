// Writes the texts of the official rules as their artefacts word them, for the simulators'
// refusals (`SIM-REJECT-<rule id>`): a rule of several artefacts is written once.
//   npm run generate:official-texts
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedBy } from './generated.js'
import { officialRules } from './shared.js'

const TARGET = join(import.meta.dirname, '..', '..', 'src', 'countries', 'rejections', 'official')

interface Table {
  readonly file: string
  readonly about: string
  /** Of two artefacts that have a rule, the first counts. */
  readonly artefacts: readonly string[]
}

const TABLES: readonly Table[] = [
  {
    file: 'en16931.txt',
    about: 'The rules of EN 16931 1.3.16, for UBL and for CII.',
    artefacts: ['en16931-ubl-1.3.16', 'en16931-cii-1.3.16'],
  },
  {
    file: 'cius-ro.txt',
    about: 'The rules of CIUS-RO 1.0.9 in Romanian and English, and those that only the edition of ANAF has.',
    artefacts: ['cius-ro-1.0.9', 'anaf-bundle-1.0.9-all'],
  },
  {
    file: 'peppol.txt',
    about: 'The rules of Peppol BIS Billing 3.0.21 and Self-Billing 3.0.2.',
    artefacts: ['peppol-bis-3.0.21', 'peppol-selfbilling-3.0.2'],
  },
  {
    file: 'xrechnung.txt',
    about: 'The rules of XRechnung, artefacts 2.5.0, in German.',
    artefacts: ['xrechnung-ubl-2.5.0', 'xrechnung-cii-2.5.0'],
  },
  {
    file: 'french.txt',
    about: 'The rules of the French reform 1.4.0.04, and 1.4.0.03, flow 2 and EXTENDED-CTC-FR, in French.',
    artefacts: [
      'fr-ctc-flux2-ubl-1.4.0.04',
      'fr-ctc-flux2-cii-1.4.0.04',
      'fr-extended-ctc-ubl-1.4.0.04',
      'fr-extended-ctc-cii-1.4.0.04',
      'fr-ctc-flux2-ubl-1.4.0.03',
      'fr-ctc-flux2-cii-1.4.0.03',
      'fr-extended-ctc-ubl-1.4.0.03',
      'fr-extended-ctc-cii-1.4.0.03',
    ],
  },
]

const written = new Set<string>()
for (const { file, about, artefacts } of TABLES) {
  const rows = artefacts.flatMap(rulesOf).filter(([id]) => {
    const isNew = !written.has(id)
    written.add(id)
    return isNew
  })
  const lines = [
    `# ${generatedBy('generate:official-texts')}`,
    `# ${about} In each line the id and the text.`,
    ...rows.map(([id, text]) => `${id} ${text}`),
  ]
  writeFileSync(join(TARGET, file), `${lines.join('\n')}\n`)
}

function rulesOf(artefact: string): readonly (readonly [id: string, text: string])[] {
  return officialRules(artefact).map(({ id, text }) => [id, worded(id, text)])
}

/** Without the id before it, and without the empty placeholders of values. */
function worded(id: string, text: string): string {
  return text
    .replace(`[${id}]-`, '')
    .replace(`[${id}] `, '')
    .replace(/ ?\( ?= ''\)$/, '')
    .replace(/(?:BARvalue : , )?(?:Valeur actuelle(?: SIREN)?|Taux fourni|Valeur fournie) : "" ?\.? ?/, '')
    .replace(/\s+/g, ' ')
    .trim()
}
