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
