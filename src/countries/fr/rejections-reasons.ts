import type { Status } from './cdar.js'

/**
 * A reason of the life cycle (MDT-113): its code, the status that comes with it, the French label,
 * what it means, what to do.
 */
export type ReasonRow = readonly [
  code: string,
  status: Status,
  label: string,
  errorTranslated: string,
  errorFix: string,
]

const AGAIN = 'submit a new invoice; the number may be used again.'
const CREDIT = 'and submit a new invoice under a new number; cancel the refused one in your books with a credit note.'
const CLARIFY = 'Clarify with the customer; if the refusal stands, cancel the invoice in your books with a credit note.'

/** Reasons of 213 (rejected by a platform) and 221 (routing). */
const OF_PLATFORMS: readonly ReasonRow[] = [
  [
    'DOUBLON',
    '213',
    'Facture en doublon (déjà émise / réçue)',
    'An invoice with this number was already issued by the supplier in the same year.',
    'If the earlier submission is the same invoice, do nothing: it counts. Otherwise submit this one under a new number (number or externalId).',
  ],
  [
    'DEST_INC',
    '213',
    'Destinataire inconnu',
    'The customer is not in the directory of companies that receive electronic invoices.',
    `Check the SIREN in customer.vatNumber and customer.siret, and the address in customer.peppolId, then ${AGAIN}`,
  ],
  [
    'ADR_ERR',
    '213',
    "L'adresse de facturation électronique erronée",
    "The customer's electronic address is wrong or missing.",
    `Set customer.peppolId to the customer's address in the directory (0225: and SIREN, SIREN_SIRET or SIREN_suffix), or leave it out to use the SIREN, then ${AGAIN}`,
  ],
  [
    'MONTANTTOTAL_ERR',
    '213',
    'Montant Total Erroné',
    'A total of the invoice is wrong.',
    `Check quantities, prices and VAT rates of the lines, from which the totals are computed, then ${AGAIN}`,
  ],
  [
    'CALCUL_ERR',
    '213',
    'Erreur de calcul de la facture',
    'The invoice does not add up.',
    `Check quantity, unitPrice, discount and vatRate of each line, then ${AGAIN}`,
  ],
  [
    'REJ_SEMAN',
    '213',
    'Rejet pour erreur sémantique',
    'The invoice breaks a rule of EN 16931 or of the French reform.',
    `Check the invoice with POST /v1/invoices/validate, correct the rule that the message names, then ${AGAIN}`,
  ],
  [
    'REJ_UNI',
    '213',
    'Rejet sur contrôle unicité',
    'The supplier has issued an invoice with this number in the same year.',
    'If the earlier submission is the same invoice, do nothing: it counts. Otherwise submit this one under a new number (number or externalId).',
  ],
  [
    'REJ_COH',
    '213',
    'Rejet sur contrôle Cohérence de données',
    'The invoice contradicts the register of companies: SIREN, SIRET or VAT number do not belong together or are not in use.',
    `Compare vatNumber and siret of both parties with the INSEE register, correct them, then ${AGAIN}`,
  ],
  [
    'REJ_ADR',
    '213',
    "Rejet sur Contrôle d'adressage",
    'The invoice cannot be addressed: the electronic address is not one of the customer in the directory.',
    `Correct customer.peppolId, or leave it out to use the SIREN, then ${AGAIN}`,
  ],
  [
    'REJ_CONT_B2G',
    '213',
    'Rejet sur Contrôles métier B2G',
    'A public customer demands a commitment number or a service code that is missing or unknown.',
    `Ask the customer for both; give the commitment number as orderReference and the service code as buyerReference, then ${AGAIN}`,
  ],
  [
    'REJ_REF_PJ',
    '213',
    'Rejet sur Référence de PJ',
    'The reference of an attachment is wrong.',
    `Give each attachment a filename of its own, then ${AGAIN}`,
  ],
  [
    'REJ_ASS_PJ',
    '213',
    "Rejet sur Erreur d'association de la PJ",
    'An attachment could not be assigned to the invoice.',
    `Attach the document in attachments of the invoice that it belongs to, then ${AGAIN}`,
  ],
  [
    'ROUTAGE_ERR',
    '221',
    'Erreur de routage',
    "The customer's entry in the directory leads to a platform that does not serve the customer any more.",
    'Nothing is wrong with the invoice. Ask the customer to have the directory corrected, then submit it again unchanged.',
  ],
  [
    'NON_TRANSMISE',
    '200',
    'Destinataire non connecté',
    'The invoice is deposited, but the customer has no platform that could receive it yet.',
    'Send the customer a copy by other means. Legally the invoice is issued; do not submit it again.',
  ],
]

/** Reasons of 210: the customer refuses the invoice for good. */
const OF_REFUSALS: readonly ReasonRow[] = [
  [
    'TX_TVA_ERR',
    '210',
    'Taux de TVA erroné',
    'The customer refuses the invoice: a VAT rate is wrong.',
    `Correct lines[].vatRate, ${CREDIT}`,
  ],
  [
    'NON_CONFORME',
    '210',
    'Mention légale manquante',
    'The customer refuses the invoice: a statement that the law demands is missing.',
    `Add it to note (with its subject code, as in #REG#…) or to exemptionReason, ${CREDIT}`,
  ],
  [
    'DEST_ERR',
    '210',
    'Erreur de destinataire',
    'The customer refuses the invoice: it is meant for another company.',
    `Correct customer.vatNumber and customer.siret, ${CREDIT}`,
  ],
  [
    'TRANSAC_INC',
    '210',
    'Transaction inconnue',
    'The customer refuses the invoice: no delivery or service is known for it.',
    CLARIFY,
  ],
  [
    'EMMET_INC',
    '210',
    'Emetteur inconnu',
    'The customer refuses the invoice: the supplier is not known there.',
    CLARIFY,
  ],
  ['CONTRAT_TERM', '210', 'Contrat terminé', 'The customer refuses the invoice: the contract has ended.', CLARIFY],
  [
    'DOUBLE_FACT',
    '210',
    'DOUBLE FACTURE',
    'The customer refuses the invoice: the same was billed by another invoice.',
    'Cancel the refused invoice in your books with a credit note; do not bill it again.',
  ],
  [
    'CMD_ERR',
    '210',
    'N° de COMMANDE Incorrect ou manquant',
    'The customer refuses the invoice: the purchase order number is wrong or missing.',
    `Give the number of the order as orderReference, ${CREDIT}`,
  ],
  [
    'REF_CT_ABSENT',
    '210',
    'Référence contractuelle nécessaire pour le traitement de la facture manquante',
    'The customer refuses the invoice: a reference that the contract demands is missing.',
    `Give it as contractReference, orderReference or buyerReference, whichever the message names, ${CREDIT}`,
  ],
]

/** Reasons of 207 (in dispute) and 208 (suspended): the customer waits for an answer. */
const OF_DISPUTES: readonly ReasonRow[] = [
  ['AUTRE', '207', 'Autre', 'The customer disputes the invoice for a reason that the note explains.', CLARIFY],
  [
    'JUSTIF_ABS',
    '208',
    'Justificatif absent ou insuffisant',
    'The customer has suspended the invoice: a supporting document is missing or not enough.',
    'Send the customer the document (status 209 Complétée); the invoice need not be issued again.',
  ],
  [
    'COORD_BANC_ERR',
    '207',
    'Erreur de coordonnées bancaires',
    'The bank details differ from those that the customer knows.',
    'Correct paymentMeans.bankAccount and paymentMeans.bic, or confirm the new account to the customer by a trusted way.',
  ],
  [
    'SIRET_ERR',
    '207',
    'SIRET Erroné ou absent',
    'The SIRET is wrong or missing.',
    `Correct customer.siret (14 digits that begin with the SIREN), ${CREDIT}`,
  ],
  [
    'CODE_ROUTAGE_ERR',
    '207',
    'CODE_ROUTAGE Absent ou Erroné',
    "The routing code inside the customer's organisation is wrong or missing.",
    `Ask the customer for it and set customer.peppolId to 0225:SIREN_SIRET_code, ${CREDIT}`,
  ],
  [
    'REF_ERR',
    '207',
    'Référence incorrecte',
    'A reference of the invoice is wrong.',
    `Correct orderReference, contractReference, buyerReference or precedingInvoice, whichever the message names, ${CREDIT}`,
  ],
  ['PU_ERR', '207', 'Prix Unitaires incorrects', 'Unit prices are wrong.', `Correct lines[].unitPrice, ${CREDIT}`],
  ['REM_ERR', '207', 'Remise erronée', 'A discount is wrong or missing.', `Correct lines[].discount, ${CREDIT}`],
  ['QTE_ERR', '207', 'Quantité facturée incorrecte', 'Quantities are wrong.', `Correct lines[].quantity, ${CREDIT}`],
  [
    'ART_ERR',
    '207',
    'Article facturé incorrect',
    'An item is wrong.',
    `Correct lines[].description and lines[].itemCode, ${CREDIT}`,
  ],
  [
    'MODPAI_ERR',
    '207',
    'Modalités de paiement incorrectes',
    'The terms of payment are not those agreed on.',
    `Correct dueDate and paymentMeans.paymentTerms, ${CREDIT}`,
  ],
  [
    'QUALITE_ERR',
    '207',
    "Qualité d'article livré incorrecte",
    'The customer disputes the quality of what was delivered.',
    CLARIFY,
  ],
  ['LIVR_INCOMP', '207', 'Problème de livraison', 'The customer says that the delivery is incomplete.', CLARIFY],
]

/** Reasons of 501: the file itself could not be taken in. */
const OF_FILES: readonly ReasonRow[] = (
  [
    ['IRR_VIDE_F', 'Contrôle de non vide sur les fichiers du flux', 'The file that arrived is empty.', null],
    [
      'IRR_TYPE_F',
      'Contrôle de type et extension des fichiers du flux',
      'The type of the file is not one that platforms take.',
      null,
    ],
    ['IRR_SYNTAX', 'Contrôle syntaxique des fichiers du flux', 'The XML does not match its schema.', null],
    [
      'IRR_TAILLE_PJ',
      'Contrôle de taille des PJ de chaque fichier du flux',
      'An attachment is too large.',
      'Make the attachments smaller or leave them out',
    ],
    [
      'IRR_NOM_PJ',
      'Contrôle du nom des PJ de chaque fichier du flux (absence de caractères interdits)',
      'The name of an attachment has characters that platforms forbid.',
      'Write attachments[].filename with unaccented letters, digits, - and _ only',
    ],
    [
      'IRR_VID_PJ',
      'Contrôle de PJ non vide de chaque fichier du flux',
      'An attachment is empty.',
      'Give attachments[].content, or leave the attachment out',
    ],
    [
      'IRR_EXT_DOC',
      "Contrôle de l'extension des PJ de chaque fichier du flux",
      'An attachment is of a type that platforms do not take.',
      'Attach PDF, PNG, JPEG, CSV, XLSX or ODS',
    ],
    [
      'IRR_TAILLE_F',
      'Contrôle de taille max des fichiers contenus dans le flux',
      'The invoice is larger than platforms take (100 MB, BR-FR-19).',
      'Make the attachments smaller or leave them out',
    ],
    [
      'IRR_ANTIVIRUS',
      'Contrôle anti-virus',
      'A virus was found.',
      'Scan the attachments and replace the one that is infected',
    ],
    ['IRR_NOM_F', 'Contrôle du nom des fichiers du flux', 'The name of the file is not one that platforms take.', null],
  ] as const
).map(([code, label, errorTranslated, fix]) => [
  ...([code, '501', label, errorTranslated] as const),
  fix === null
    ? 'The fault lies in how the service handed the invoice over. Submit it again; if it fails again, contact support with the invoice id.'
    : `${fix}, then ${AGAIN}`,
])

/** Every reason of the life cycle: of platforms, of refusals and disputes, and of files. */
export const REASONS: readonly ReasonRow[] = [...OF_PLATFORMS, ...OF_REFUSALS, ...OF_DISPUTES, ...OF_FILES]
