import type { AnswerCode } from '../../domain/received.js'
import { REASONS_OF_STATUS } from './life-cycle/codes.js'
import { REASONS } from './rejections/reasons.js'
import { keysOf } from '../../domain/keys.js'

/** The statuses of a buyer that need a reason, by our words (BR-FR-CDV-15). */
export const STATUSES_WITH_REASON = {
  partly_approved: '206',
  disputed: '207',
  suspended: '208',
  rejected: '210',
} as const satisfies Partial<Record<AnswerCode, string>>

/** A reason of any kind, which the text explains. */
export const OTHER = 'AUTRE'

/** What a buyer may give as a reason (MDT-113), by the meaning in English. */
export const ANSWER_REASONS: Readonly<Record<string, string>> = {
  [OTHER]: 'Another reason, which the text explains',
  ADR_ERR: 'The electronic address is wrong',
  ART_ERR: 'An item was not ordered',
  CALCUL_ERR: 'The amounts are inconsistent',
  CMD_ERR: 'The number of the order is wrong or missing',
  CODE_ROUTAGE_ERR: 'The routing code is wrong or missing',
  CONTRAT_TERM: 'The contract has ended',
  COORD_BANC_ERR: 'The bank details are wrong',
  DEST_ERR: 'The invoice is for another company',
  DEST_INC: 'The recipient is not known',
  DOUBLE_FACT: 'The same was billed on another invoice',
  DOUBLON: 'The invoice came before',
  EMMET_INC: 'The supplier is not known',
  JUSTIF_ABS: 'A supporting document is missing or insufficient',
  LIVR_INCOMP: 'The delivery is incomplete or late',
  MODPAI_ERR: 'The terms of payment are not as agreed',
  MONTANTTOTAL_ERR: 'A total is wrong',
  NON_CONFORME: 'A statement that the law requires is missing',
  PU_ERR: 'A unit price is wrong',
  QTE_ERR: 'A quantity is wrong',
  QUALITE_ERR: 'The quality of the delivery is not as agreed',
  REF_CT_ABSENT: 'A reference that the contract requires is missing',
  REF_ERR: 'A reference is wrong',
  REM_ERR: 'A discount is wrong or missing',
  SIRET_ERR: 'The SIRET is wrong or missing',
  TRANSAC_INC: 'There was no such delivery or service',
  TX_TVA_ERR: 'A VAT rate is wrong',
}

/** With which answers a reason may stand; `AUTRE`: with all. */
export const ANSWERS_OF_REASONS: Readonly<Record<string, readonly AnswerCode[]>> = Object.fromEntries(
  Object.keys(ANSWER_REASONS)
    .filter((reason) => reason !== OTHER)
    .map((reason) => [
      reason,
      keysOf(STATUSES_WITH_REASON).filter((code) => REASONS_OF_STATUS.get(STATUSES_WITH_REASON[code])?.has(reason)),
    ]),
)

/** What stands for a reason of any kind where the official list of the status has none. */
const MOST_GENERAL: ReadonlyMap<string, string> = new Map([
  ['208', 'JUSTIF_ABS'],
  ['210', 'NON_CONFORME'],
])

/**
 * A reason as the message to the seller has it, with the French label. BR-FR-CDV-CL-09 has no
 * "other" for 208 and 210: there the label and the note say that it is another one.
 */
export function reasonInMessage(status: string, reasonCode: string): { readonly code: string; readonly label: string } {
  const label = REASONS.find(({ code }) => code === reasonCode)?.label ?? reasonCode
  return { code: (reasonCode === OTHER ? MOST_GENERAL.get(status) : undefined) ?? reasonCode, label }
}
