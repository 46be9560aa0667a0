import type { Invoice } from '../../../einvoice/model.js'
import { normalised, type Rule } from '../../../einvoice/rules/rule.js'
import { joinedNotes, noteTexts, type Syntax } from './syntax.js'

/** BR-FR-20: how platforms treat an invoice. */
export const TREATMENTS: ReadonlySet<string> = new Set(['B2B', 'B2BINT', 'B2C', 'B2CINT', 'OUTOFSCOPE', 'ARCHIVEONLY'])

/** The notes that the law demands (BR-FR-05). */
const MANDATORY: readonly (readonly [code: string, what: string, example: string])[] = [
  ['PMT', 'the recovery costs for late payment', '#PMT#Indemnité forfaitaire de 40 €'],
  ['PMD', 'the penalties for late payment', "#PMD#Trois fois le taux d'intérêt légal"],
  ['AAB', 'the discount for early payment, or that there is none', "#AAB#Pas d'escompte"],
]

/** BR-FR-05: the subject codes of the notes that the law demands. In UBL the rules are numbered in this order. */
export const MANDATORY_NOTES: readonly string[] = MANDATORY.map(([code]) => code)

/** BR-FR-06: the subject codes that stand once. In UBL the rules are numbered in this order. */
export const ONCE_ONLY_NOTES: readonly string[] = [...MANDATORY_NOTES, 'TXD']

/** BR-FR-05, BR-FR-06, BR-FR-20, BR-FR-31 and BR-FR-CO-14: the notes of the invoice and their subject codes (BG-1). */
export function noteRules(syntax: Syntax): readonly Rule[] {
  return [
    ...MANDATORY.map(([code, what, example], index): Rule => ({
      ...{ id: syntax === 'ubl' ? `BR-FR-05_BT-22-${index + 1}` : `BR-FR-05_BT-22_${code}`, terms: ['BT-22', 'BT-21'] },
      message: `No note with the subject code ${code} tells ${what}`,
      fix: `Write it into note behind its code: ${example}`,
      check: (invoice, breach) => {
        if (occurrences(invoice, code, syntax) === 0) breach('BT-22')
      },
    })),
    ...ONCE_ONLY_NOTES.map((code, index): Rule => ({
      ...{ id: syntax === 'ubl' ? `BR-FR-06_BT-21-${index + 1}` : `BR-FR-06_BT-21_${code}`, terms: ['BT-21'] },
      message: `More than one note has the subject code ${code}`,
      fix: `Keep one note with #${code}#`,
      check: (invoice, breach) => {
        if (occurrences(invoice, code, syntax) > 1) breach('BT-21')
      },
    })),
    {
      id: 'BR-FR-20_BT-21',
      terms: ['BT-21', 'BT-22'],
      message: 'The treatment {} in the note with the subject code BAR is not one that platforms know',
      fix: `Write one of ${[...TREATMENTS].join(', ')} behind #BAR#, and nothing else before the next number sign`,
      check: (invoice, breach) => {
        for (const text of noteTexts(invoice, 'BAR', syntax))
          if (!TREATMENTS.has(text) && (syntax === 'cii' || text !== '')) breach('BT-21', undefined, text)
      },
    },
    {
      // The artefact for UBL has BR-FR-31 under the number 30.
      id: syntax === 'ubl' ? 'BR-FR-30_BT-21' : 'BR-FR-31_BT-21',
      terms: ['BT-21'],
      message: 'More than one note with the subject code BAR tells the treatment',
      fix: 'Keep one note with #BAR#',
      check: (invoice, breach) => {
        if (treatments(invoice, syntax) > 1) breach('BT-21')
      },
    },
    {
      id: 'BR-FR-CO-14_BT-29-1',
      terms: ['BT-22', 'BT-29'],
      message: 'The seller is a member of a VAT group (0231), but no note says so',
      fix: 'Add the note #TXD#MEMBRE_ASSUJETTI_UNIQUE',
      check: (invoice, breach) => {
        const isMember = invoice.seller.identifiers.some(({ scheme }) => scheme === '0231')
        if (isMember && !noteTexts(invoice, 'TXD', syntax).includes('MEMBRE_ASSUJETTI_UNIQUE')) breach('BT-22')
      },
    },
  ]
}

function occurrences(invoice: Invoice, code: string, syntax: Syntax): number {
  return syntax === 'ubl'
    ? joinedNotes(invoice).split(`#${code}#`).length - 1
    : invoice.notes.filter(({ subjectCode }) => subjectCode === code).length
}

function treatments(invoice: Invoice, syntax: Syntax): number {
  if (syntax === 'cii')
    return noteTexts(invoice, 'BAR', 'cii').filter((text) => TREATMENTS.has(normalised(text))).length
  const { notes } = invoice
  const withBar = notes
    .map((note) => joinedNotes({ ...invoice, notes: [note] }))
    .filter((text) => text.includes('#BAR#'))
  const all = `${withBar.join('')}#`
  return [...TREATMENTS].reduce((count, treatment) => count + all.split(`BAR#${treatment}#`).length - 1, 0)
}
