/** The code lists of BR-FR-CDV. */
function codes(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** MDT-91. */
export const INVOICE_TYPES = codes('380 389 393 501 386 500 384 471 472 473 261 262 381 396 502 503')
/** MDT-2, but for a message to the state alone. */
export const PROCESSES = codes('REGULATED NON_REGULATED B2C B2CINT B2BINT OUTOFSCOPE')
/** Roles of issuers in the treatment of an invoice (MDT-40). */
export const PARTIES = codes('BY AB DL SE SR PE PR II IV')
/** Roles of senders (MDT-21): the parties, and platforms for them. */
export const SENDERS: ReadonlySet<string> = new Set([...PARTIES, 'WK'])
/** Roles of recipients (MDT-59, MDT-158): the state, too. */
export const RECIPIENTS: ReadonlySet<string> = new Set([...SENDERS, 'DFH'])
/** MDT-88, by the phase: transmission (305), treatment (23). */
export const STATUS_CODES = {
  '305': codes('10 51 43 8 48'),
  '23': codes('45 39 37 50 49 47 46 1 5'),
} as const
/** MDT-105, MDT-115. */
export const STATUSES = codes(
  '200 201 202 203 204 205 206 207 208 209 210 211 212 213 214 220 221 224 225 226 227 228 250 251 300 301 400 401 500 501 601',
)
/** Statuses that need a reason. */
export const WITH_REASON = codes('206 207 208 210 213 501')
/** MDT-121. */
export const ACTIONS = codes('NOA PIN NIN CNF CNP CNA OTH')
/** MDT-207. */
export const CHARACTERISTICS = codes('MEN MPA RAP ESC RAB REM MAP MAPTTC MNA MNATTC CBB DIV DVA MAJ')

const REFUSAL =
  'TX_TVA_ERR MONTANTTOTAL_ERR CALCUL_ERR NON_CONFORME DOUBLON DEST_ERR TRANSAC_INC EMMET_INC CONTRAT_TERM DOUBLE_FACT CMD_ERR ADR_ERR REF_CT_ABSENT'
const PARTIAL =
  'AUTRE CMD_ERR SIRET_ERR CODE_ROUTAGE_ERR REF_CT_ABSENT REF_ERR PU_ERR REM_ERR QTE_ERR ART_ERR MODPAI_ERR QUALITE_ERR LIVR_INCOMP'
const INADMISSIBLE =
  'IRR_VIDE_F IRR_TYPE_F IRR_SYNTAX IRR_TAILLE_PJ IRR_NOM_PJ IRR_VID_PJ IRR_EXT_DOC IRR_TAILLE_F IRR_ANTIVIRUS IRR_NOM_F'
const REJECTION =
  'MONTANTTOTAL_ERR CALCUL_ERR DOUBLON DEST_INC ADR_ERR REJ_SEMAN REJ_UNI REJ_COH REJ_ADR REJ_CONT_B2G REJ_REF_PJ REJ_ASS_PJ'
/** Only the public sector refuses for these. */
const PUBLIC = 'RETRAIT_MAN_SERV ST_CT_NON_DECLAR SUPPR_COMP_AVOIR TRANSF_PMNT_REGIE'

/** MDT-113, by the status (MDT-105, or MDT-115 of the detail). */
export const REASONS_OF_STATUS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['200', codes('NON_TRANSMISE')],
  ['206', codes(PARTIAL)],
  ['207', codes(`${REFUSAL} ${PARTIAL} COORD_BANC_ERR DEST_INC`)],
  ['208', codes('JUSTIF_ABS COORD_BANC_ERR CMD_ERR SIRET_ERR CODE_ROUTAGE_ERR REF_CT_ABSENT REF_ERR')],
  ['210', codes(REFUSAL)],
  ['213', codes(REJECTION)],
  ['221', codes('ROUTAGE_ERR')],
  ['501', codes(INADMISSIBLE)],
])
/**
 * MDT-113 of refusals (210) by the public sector. CONTACT_ACHTR is in the text of the rule and not
 * in its test, so official validators refuse it.
 */
export const REASONS_OF_PUBLIC_REFUSAL = codes(`${PUBLIC} AUTRE COORD_BANC_ERR LIVR_INCOMP ${REFUSAL}`)
/** MDT-113. */
export const REASONS: ReadonlySet<string> = new Set([
  ...REASONS_OF_PUBLIC_REFUSAL,
  'CONTACT_ACHTR',
  ...[...REASONS_OF_STATUS.values()].flatMap((reasons) => [...reasons]),
])
