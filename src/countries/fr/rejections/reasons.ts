import type { Rejection } from '../../rejections/rejection.js'
import { rejectionsIn } from '../../rejections/table.js'
import type { Status } from '../cdar.js'
import { isStatus, statusText } from '../status-text.js'

/** A reason of the life cycle (MDT-113) with its status. */
interface Reason {
  readonly code: string
  readonly status: Status
  /** The French label. */
  readonly label: string
}

const CREDIT = 'and submit a new invoice under a new number; cancel the refused one in your books with a credit note'
const CLARIFY =
  'Settle it with the customer; if the refusal remains, cancel the invoice with a credit note (invoiceType credit_note with precedingInvoice.number)'
const SERVICE = 'The invoice needs no change: the operator of the service has to'
const NUMBER =
  'If the earlier submission is the same invoice, do nothing: it counts. Otherwise submit this one under a new number (number or externalId)'
const SMALLER = 'Remove entries of attachments or make attachments[].content smaller, {corrected}'

/** `code | status | label | meaning | remedy`: the status shows how final it is. */
const ROWS = `
DOUBLON | 213 | Facture en doublon (déjà émise / réçue) | An invoice with this number was already issued by the supplier in the same year. | ${NUMBER}.
DEST_INC | 213 | Destinataire inconnu | The customer is not in the directory of companies that receive electronic invoices. | Correct the SIREN in customer.vatNumber and customer.siret, and the address in customer.peppolId, {corrected}.
ADR_ERR | 213 | L'adresse de facturation électronique erronée | The customer's electronic address is wrong or missing. | Set customer.peppolId to the customer's address in the directory (0225: and SIREN, SIREN_SIRET or SIREN_suffix), or leave it out to use the SIREN, {corrected}.
MONTANTTOTAL_ERR | 213 | Montant Total Erroné | A total of the invoice is wrong. | Check lines[].quantity, lines[].unitPrice and lines[].vatRate, from which the service computes the totals, {corrected}.
CALCUL_ERR | 213 | Erreur de calcul de la facture | The amounts of the invoice are inconsistent. | Check lines[].quantity, lines[].unitPrice, lines[].discount and lines[].vatRate, from which the service computes the amounts, {corrected}.
REJ_UNI | 213 | Rejet sur contrôle unicité | The uniqueness check failed: the supplier has issued an invoice with this number in the same year. | ${NUMBER}.
REJ_COH | 213 | Rejet sur contrôle Cohérence de données | The invoice contradicts the register of companies: SIREN, SIRET or VAT number do not match or are not in use. | Compare supplier.vatNumber, supplier.siret, customer.vatNumber and customer.siret with the INSEE register, correct them, {corrected}.
REJ_ADR | 213 | Rejet sur Contrôle d'adressage | The invoice can't be addressed: the electronic address is not registered for the customer in the directory. | Correct customer.peppolId, or leave it out to use the SIREN, {corrected}.
REJ_CONT_B2G | 213 | Rejet sur Contrôles métier B2G | A public customer requires a commitment number or a service code that is missing or unknown. | Ask the customer for both; send the commitment number as orderReference and the service code as buyerReference, {corrected}.
REJ_REF_PJ | 213 | Rejet sur Référence de PJ | The reference of an attachment is wrong. | Give each attachment a unique attachments[].filename, {corrected}.
REJ_ASS_PJ | 213 | Rejet sur Erreur d'association de la PJ | An attachment could not be assigned to the invoice. | Send the document in attachments[] of its invoice, {corrected}.
ROUTAGE_ERR | 221 | Erreur de routage | The customer's entry in the directory points to a platform that no longer serves the customer. | Ask the customer to have the directory corrected. {Unchanged}.
NON_TRANSMISE | 200 | Destinataire non connecté | The invoice is deposited, but the customer has no platform yet that can receive it. | Send the customer a copy by other means. Legally the invoice is issued; a new one would be a duplicate.
TX_TVA_ERR | 210 | Taux de TVA erroné | The customer refuses the invoice: a VAT rate is wrong. | Correct lines[].vatRate, ${CREDIT}.
NON_CONFORME | 210 | Mention légale manquante | The customer refuses the invoice: a statement that the law requires is missing. | Add it to note (with its subject code, as in #REG#...) or to lines[].exemptionReason, ${CREDIT}.
DEST_ERR | 210 | Erreur de destinataire | The customer refuses the invoice: it is addressed to the wrong company. | Correct customer.vatNumber and customer.siret, ${CREDIT}.
TRANSAC_INC | 210 | Transaction inconnue | The customer refuses the invoice: it can't be matched with a delivery or service. | Send the customer the proof of delivery. ${CLARIFY}.
EMMET_INC | 210 | Emetteur inconnu | The customer refuses the invoice: the supplier is not registered there. | Have the customer register the supplier (supplier.name, supplier.siret) as a creditor. ${CLARIFY}.
CONTRAT_TERM | 210 | Contrat terminé | The customer refuses the invoice: the contract has ended. | Check contractReference and deliveryDate against the contract. ${CLARIFY}.
DOUBLE_FACT | 210 | DOUBLE FACTURE | The customer refuses the invoice: the same items were billed on another invoice. | Cancel the refused invoice with a credit note (invoiceType credit_note with precedingInvoice.number); do not bill it again.
CMD_ERR | 210 | N° de COMMANDE Incorrect ou manquant | The customer refuses the invoice: the purchase order number is wrong or missing. | Send the number of the order as orderReference, ${CREDIT}.
REF_CT_ABSENT | 210 | Référence contractuelle nécessaire pour le traitement de la facture manquante | The customer refuses the invoice: a reference that the contract requires is missing. | Send it as contractReference, orderReference or buyerReference, as stated in the message, ${CREDIT}.
AUTRE | 207 | Autre | The customer disputes the invoice for a reason that is explained in the note. | Correct what the note names. ${CLARIFY}.
JUSTIF_ABS | 208 | Justificatif absent ou insuffisant | The customer has suspended the invoice: a supporting document is missing or insufficient. | Send the customer the document (status 209, completed); the invoice need not be issued again. Next time send it in attachments[].
COORD_BANC_ERR | 207 | Erreur de coordonnées bancaires | The bank details differ from those in the customer's records. | Correct paymentMeans.bankAccount and paymentMeans.bic, or confirm the new account to the customer by a trusted way.
SIRET_ERR | 207 | SIRET Erroné ou absent | The customer's SIRET is wrong or missing. | Correct customer.siret (14 digits that begin with the SIREN), ${CREDIT}.
CODE_ROUTAGE_ERR | 207 | CODE_ROUTAGE Absent ou Erroné | The routing code inside the customer's organisation is wrong or missing. | Ask the customer for it and set customer.peppolId to 0225:SIREN_SIRET_code, ${CREDIT}.
REF_ERR | 207 | Référence incorrecte | A reference of the invoice is wrong. | Correct orderReference, contractReference, buyerReference or precedingInvoice.number, as stated in the message, ${CREDIT}.
PU_ERR | 207 | Prix Unitaires incorrects | The customer disputes the unit prices. | Compare lines[].unitPrice with the order and correct it, ${CREDIT}.
REM_ERR | 207 | Remise erronée | The customer disputes a discount: it is wrong or missing. | Correct lines[].discount, ${CREDIT}.
QTE_ERR | 207 | Quantité facturée incorrecte | The customer disputes the quantities. | Compare lines[].quantity with the delivery and correct it, ${CREDIT}.
ART_ERR | 207 | Article facturé incorrect | The customer disputes an item: it was not ordered. | Correct lines[].description and lines[].itemCode, ${CREDIT}.
MODPAI_ERR | 207 | Modalités de paiement incorrectes | The payment terms are not as agreed. | Correct dueDate and paymentMeans.paymentTerms, ${CREDIT}.
QUALITE_ERR | 207 | Qualité d'article livré incorrecte | The customer disputes the quality of the delivery. | Agree with the customer on a reduction or a replacement. ${CLARIFY}.
LIVR_INCOMP | 207 | Problème de livraison | The customer says that the delivery is incomplete or late. | Correct deliveryDate or lines[].quantity if they are wrong; otherwise deliver the missing items. ${CLARIFY}.
IRR_VIDE_F | 501 | Contrôle de non vide sur les fichiers du flux | The file that arrived at the platform is empty. | ${SERVICE} correct how it sends the file. {Unchanged}.
IRR_TYPE_F | 501 | Contrôle de type et extension des fichiers du flux | Platforms do not accept the type of the file. | ${SERVICE} send it as XML. {Unchanged}.
IRR_SYNTAX | 501 | Contrôle syntaxique des fichiers du flux | The XML does not match its schema. | Check the invoice with POST /v1/invoices/validate and correct what it reports of supplier, customer and lines[]; if it reports nothing, the operator of the service has to correct how it writes the document. {Unchanged}.
IRR_TAILLE_PJ | 501 | Contrôle de taille des PJ de chaque fichier du flux | An attachment is larger than platforms accept. | ${SMALLER}.
IRR_NOM_PJ | 501 | Contrôle du nom des PJ de chaque fichier du flux (absence de caractères interdits) | The name of an attachment has characters that platforms forbid. | Write attachments[].filename with unaccented letters, digits, - and _ only, {corrected}.
IRR_VID_PJ | 501 | Contrôle de PJ non vide de chaque fichier du flux | An attachment is empty. | Send attachments[].content, or leave the attachment out, {corrected}.
IRR_EXT_DOC | 501 | Contrôle de l'extension des PJ de chaque fichier du flux | Platforms do not accept the type of an attachment. | Send attachments[] as PDF, PNG, JPEG, CSV, XLSX or ODS with the matching attachments[].mimeType, {corrected}.
IRR_TAILLE_F | 501 | Contrôle de taille max des fichiers contenus dans le flux | The invoice is larger than platforms accept (100 MB, BR-FR-19). | ${SMALLER}.
IRR_ANTIVIRUS | 501 | Contrôle anti-virus | A virus was found in the file or in an attachment. | Scan the files and replace the infected attachments[].content, {corrected}.
IRR_NOM_F | 501 | Contrôle du nom des fichiers du flux | Platforms do not accept the name of the file. | ${SERVICE} rename it. {Unchanged}.
`

/** The accompanying rule names the error; this is the explanation without one. */
const GENERAL_ROWS = `
REJ_SEMAN | 213 | Rejet pour erreur sémantique | The invoice breaks a rule of EN 16931 or of the French reform, which the message should name. | Check the invoice with POST /v1/invoices/validate, correct what it reports of supplier, customer and lines[], {corrected}.
`

/** The meanings of statuses without a reason. */
const STATUS_ROWS = `
206 | The customer approves only a part of the invoice. | Credit the rest, or settle it with the customer (invoiceType credit_note with precedingInvoice.number).
207 | The customer disputes the invoice without stating a known reason. | Ask the customer for the reason. ${CLARIFY}.
208 | The customer has suspended the invoice until it is completed. | Ask the customer which document is missing and send it (status 209, completed); next time send it in attachments[].
210 | The customer finally refuses the invoice without stating a known reason. | Ask the customer for the reason. Cancel the invoice in your books with a credit note and, if an amount is still due, submit a new one under a new number.
213 | A platform has rejected the invoice without stating a known reason. | Check the invoice with POST /v1/invoices/validate, correct what it reports of supplier, customer and lines[], {corrected}.
220 | The invoice was cancelled. | Submit a new invoice if an amount is still due; otherwise nothing has to be done.
221 | The invoice could not be routed to the customer. | Have the customer correct its entry in the directory, and check customer.peppolId. {Unchanged}.
501 | The file could not be accepted, so the invoice was not issued. | Check the invoice and attachments[] with POST /v1/invoices/validate, correct what it reports, {corrected}.
`

/** Every reason of the life cycle. */
export const REASONS: readonly Reason[] = [...rowsIn(ROWS), ...rowsIn(GENERAL_ROWS)].map(
  ([code = '', status = '', label = '']) => ({
    code,
    status: known(status),
    label,
  }),
)

/** The reasons as rejections, with the texts of their statuses. */
export const REASON_REJECTIONS = (): readonly Rejection[] => [
  ...rejectionsIn(rowsIn(ROWS).map(asRefusal).join('\n')),
  ...rejectionsIn(
    [
      ...rowsIn(GENERAL_ROWS).map(asRefusal),
      ...rowsIn(STATUS_ROWS).map(([status = '', meaning = '', fix = '']) => {
        const text = statusText(known(status), null)
        return `CDV-${status} | ${text} || statut ${status} || ${text.slice(4)} | ${meaning} | ${fix}`
      }),
    ].join('\n'),
    { isGeneral: true },
  ),
]

function known(status: string): Status {
  if (!isStatus(status)) throw new Error(`the life cycle has no status ${status}`)
  return status
}

function rowsIn(table: string): readonly (readonly string[])[] {
  return table
    .trim()
    .split('\n')
    .map((row) => row.split(' | '))
}

/** A common word counts as a code only together with its status. */
function asRefusal([code = '', status = '', label = '', meaning = '', fix = '']: readonly string[]): string {
  const alone = code === 'AUTRE' ? ' || AUTRE - || AUTRE :' : ` || ${code} || ${label}`
  return `${code} | ${statusText(known(status), { code, label })}${alone} | ${meaning} | ${fix}`
}
