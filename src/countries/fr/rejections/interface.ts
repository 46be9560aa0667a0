import { rejectionTable } from '../../rejections/table.js'

const SERVICE = 'The invoice needs no change: the operator of the service has to'
const CREDENTIALS = 'Renew them with PUT /v1/connections/:id/credentials. {Unchanged}'
const STATUS_ONLY =
  'The invoice needs no change: this concerns a status that was sent after it. The operator of the service has to'
const ASK = 'Ask the public customer'
const SMALLER = 'Remove entries of attachments or make attachments[].content smaller'

/**
 * Responses of the interface of a platform (AFNOR XP Z12-013, Flow Service 1.1.0) or of Chorus
 * Pro, apart from the life cycle of the invoice.
 */
export const INTERFACE_REJECTIONS = rejectionTable(`
${api('400-MISSING_REQUIRED_FIELD', 'Invalid request format', 'A required field is missing in the call to the platform, not in the invoice.', `${SERVICE} complete the call. {Unchanged}`)}
${api('401-MISSING_TOKEN', 'Missing or invalid token', 'The platform does not accept the credentials of the connection.', CREDENTIALS)}
${api('403-FORBIDDEN_ACCESS', 'Access denied', 'The credentials of the connection may not act for this company.', 'Have the platform authorise the account (mandate) for the company in supplier.vatNumber. {Unchanged}')}
${api('404-MISSING_RESOURCE', 'Flow not found', 'The platform has no submission with the requested id.', `${SERVICE} look the submission up by its tracking id. {UnlessTaken}`)}
${api('413-FILE_SIZE_EXCEEDED', 'File too large', 'The invoice is larger than the platform accepts.', `${SMALLER}, {corrected}`)}
${api('422-UNPROCESSABLE_ENTITY', 'Unprocessable flow', 'The platform cannot process the submission: its announced syntax, profile or hash is wrong.', `${SERVICE} announce the file correctly. {Unchanged}`)}
${api('429-TOO_MANY_REQUESTS', 'Rate limit exceeded', 'The platform has received too many calls.', 'The operator of the service has to slow its calls down. {Unchanged}')}
AFNOR-500 | {"errorCode":"INTERNAL_SERVER_ERROR","errorMessage":"Internal error"} || "errorCode": "INTERNAL_SERVER_ERROR" | The platform has failed; it is not known whether it has the invoice. | The operator of the service has to ask whether the platform has the invoice. {UnlessTaken}.
AFNOR-503 | {"errorCode":"SERVICE_UNAVAILABLE","errorMessage":"Service unavailable"} || "errorCode": "SERVICE_UNAVAILABLE" | The platform is not available. | Wait until the platform is available again. {Unchanged}.
ACK-EmptyAttachement | EmptyAttachement (IRR_VID_PJ) || EmptyAttachement || EmptyAttachment | An attachment that arrived at the platform is empty. | Send attachments[].content, or leave the attachment out, {corrected}.
ACK-AttachmentTypeError | AttachmentTypeError (IRR_EXT_DOC) || AttachmentTypeError | The platform does not accept the type of an attachment. | Send attachments[] as PDF, PNG, JPEG, CSV, XLSX or ODS with the matching attachments[].mimeType, {corrected}.
ACK-EmptyFlow | EmptyFlow (IRR_VIDE_F) || EmptyFlow | The submission arrived at the platform empty. | ${SERVICE} correct how it sends the file. {Unchanged}.
ACK-OtherTechnicalError | OtherTechnicalError (AUTRE) || OtherTechnicalError | The platform reports a technical error without a specific code. | ${SERVICE} ask the platform for the cause, by the id of the submission. {Unchanged}.
ACK-InvalidSchema | InvalidSchema (IRR_SYNTAX) || InvalidSchema | The platform finds that the XML does not match its schema. | Check the invoice with POST /v1/invoices/validate and correct what it reports of supplier, customer and lines[]; if it reports nothing, the operator of the service has to correct how it writes the document. {Unchanged}.
ACK-FileSizeExceeded | FileSizeExceeded (IRR_TAILLE_F) || FileSizeExceeded | The submission is larger than platforms accept (100 MB, BR-FR-19). | ${SMALLER}, {corrected}.
ACK-FlowTypeError | FlowTypeError (IRR_TYPE_F) || FlowTypeError | The type of the file is not the one that was announced. | ${SERVICE} announce the syntax of the file correctly. {Unchanged}.
ACK-AlreadyExistingFlow | AlreadyExistingFlow | The platform has already received this submission. | Do nothing: the first submission counts.
ACK-VirusFound | VirusFound (IRR_ANTIVIRUS) || VirusFound | The platform found a virus. | Scan the files and replace the infected attachments[].content, {corrected}.
ACK-ChecksumMismatch | ChecksumMismatch | The file was altered on its way to the platform. | ${SERVICE} correct how it sends the file, with its SHA-256. {Unchanged}.
ACK-InvoiceLCInvalidStatus | InvoiceLCInvalidStatus (REJ_INC) || InvoiceLCInvalidStatus || REJ_INC | A status does not fit the life cycle of the invoice. | ${STATUS_ONLY} send the statuses in their order.
ACK-InvoiceLCStatusError | InvoiceLCStatusError (REJ_INEX) || InvoiceLCStatusError || REJ_INEX | A status is unknown or not allowed. | ${STATUS_ONLY} use a status of the life cycle.
ACK-InvoiceLCRuleError | InvoiceLCRuleError (REJ_RG) || InvoiceLCRuleError || REJ_RG | A status breaks a rule of the life cycle. | ${STATUS_ONLY} complete the status as the rule requires.
ACK-InvoiceLCAccessDenied | InvoiceLCAccessDenied (REJ_HAB) || InvoiceLCAccessDenied || REJ_HAB | The account of the connection may not send this status. | ${STATUS_ONLY} leave it to the party that may send it.
ACK-InvoiceLCAmountError | InvoiceLCAmountError (REJ_ENCAISSEMENT) || InvoiceLCAmountError || REJ_ENCAISSEMENT | The amounts of a payment status do not match the invoice. | ${STATUS_ONLY} report the paid amounts by VAT rate.
RETRAIT_MAN_SERV | (B2G) RETRAIT_MAN_SERV || RETRAIT_MAN_SERV | The service of the public customer has withdrawn the invoice. | ${ASK} why; often orderReference (commitment number) or buyerReference (service code) is wrong. Correct it and submit a new invoice under a new number.
ST_CT_NON_DECLAR | (B2G) ST_CT_NON_DECLAR || ST_CT_NON_DECLAR | The subcontractor or co-contractor is not declared to the public customer. | Have the main contractor declare the supplier, or make the main contractor the customer; then submit a new invoice under a new number.
SUPPR_COMP_AVOIR | (B2G) SUPPR_COMP_AVOIR || SUPPR_COMP_AVOIR | The public customer has cancelled the invoice, because a credit note offsets it. | Do nothing: invoice and credit note balance.
TRANSF_PMNT_REGIE | (B2G) TRANSF_PMNT_REGIE || TRANSF_PMNT_REGIE | The public customer pays the invoice through its cash office (regie). | Do nothing: the invoice is being paid.
CONTACT_ACHTR | (B2G) CONTACT_ACHTR || CONTACT_ACHTR | The public customer asks for contact about the invoice. | ${ASK} what is missing (often orderReference or buyerReference), correct it and submit a new invoice under a new number.
CPRO-IN_INTEGRE_PARTIEL | IN_INTEGRE_PARTIEL | Chorus Pro accepted only a part of the invoices in the submission. | ${SERVICE} look up which were left out. {UnlessTaken}.
CPRO-IN_EN_ATTENTE_RETRAITEMENT_CPP | IN_EN_ATTENTE_RETRAITEMENT_CPP | Chorus Pro has suspended the submission until its staff restart it. | Do nothing: the staff of Chorus Pro restart it.
CPRO-IN_REJETE | IN_REJETE | Chorus Pro has rejected the submission; its list of errors contains the reasons. | Check customer.siret, orderReference and buyerReference, and the invoice with POST /v1/invoices/validate; correct what is wrong, {corrected}.
CPRO-STRUCTURE | Structure inconnue : {siret.customerNumber=21750001600019} || Structure inconnue | Chorus Pro does not know the public customer by its SIRET. | Correct customer.siret, {corrected}.
CPRO-SERVICE | Le code service est obligatoire pour la structure {siret.customerNumber=21750001600019} || code service est obligatoire | The public customer requires its service code (BT-10), which the invoice does not have. | Give the service code in buyerReference, {corrected}.
CPRO-EJ | Le numéro d'engagement est obligatoire pour la structure {siret.customerNumber=21750001600019} || numéro d'engagement est obligatoire | The public customer requires its engagement number (BT-13), which the invoice does not have. | Give the engagement number in orderReference, {corrected}.
CPRO-SERVICE-EJ | Le code service ou le numéro d'engagement est obligatoire pour la structure {siret.customerNumber=21750001600019} || code service ou le numéro d'engagement | The public customer requires its service code (BT-10) or its engagement number (BT-13). | Give the service code in buyerReference or the engagement number in orderReference, {corrected}.
CPRO-CADRE | Le cadre de facturation S1 est inconnu || cadre de facturation | Chorus Pro does not know the business process of the invoice (BT-23). | Leave businessProcess out, or give A1, A2 for an invoice that is already paid, or another framework of Chorus Pro, {corrected}.
CPRO-SIRET-FOURNISSEUR | L'identifiant du fournisseur n'est pas un SIRET || identifiant du fournisseur | Chorus Pro does not know the supplier by its legal identifier (BT-30). | Give the SIRET of the supplier (supplier.siret), {corrected}.
CPRO-SIRET-DESTINATAIRE | L'identifiant du destinataire n'est pas un SIRET || identifiant du destinataire | Chorus Pro does not know the customer by its legal identifier (BT-47). | Give the SIRET of the public customer (customer.siret), {corrected}.
CPRO-NUMERO | Le champ identifiant de la facture {numero.number=F-2026-042} ne doit pas depasser 20 caracteres || identifiant de la facture | Chorus Pro does not accept the invoice number: it may have 20 characters at most, letters, digits, blanks and - + _ /. | Give the invoice a shorter number, {corrected}.
CPRO-TYPECODE | TypeCode.value est obligatoire || TypeCode.value | The invoice has no means of payment (BT-81), which Chorus Pro requires. | Give paymentMeans.code, or paymentMeans.bankAccount for a credit transfer, {corrected}.
CPRO-IBAN | L'IBAN du compte est obligatoire pour un virement || IBAN du compte | Chorus Pro requires the IBAN of a credit transfer (BT-84). | Give paymentMeans.bankAccount, {corrected}.
CPRO-PIECE-JOINTE | Le nom de la piece jointe x.pdf ne doit pas depasser 50 caracteres || nom de la piece jointe | Chorus Pro does not accept the name of an attached file: it may have 50 characters at most. | Give attachments[].filename a shorter name, {corrected}.
CPRO-IN_INCIDENTE | IN_INCIDENTE | Chorus Pro could not process the submission. | ${SERVICE} ask Chorus Pro for the cause. {Unchanged}.
CPRO-REJETEE | Chorus Pro : REJETEE || CPRO REJETEE | The public customer refuses the invoice in Chorus Pro. | ${ASK} for the reason (often orderReference or buyerReference), correct it and submit a new invoice under a new number.
CPRO-A_RECYCLER | A_RECYCLER | The invoice was sent to the wrong public body or service. | Correct customer.siret and buyerReference (service code), {corrected}.
CPRO-SUSPENDUE | Chorus Pro : SUSPENDUE || CPRO SUSPENDUE | The public customer has suspended the invoice in Chorus Pro: a document is missing. | Send the missing document through Chorus Pro; next time send it in attachments[].
CPRO-20001 | GDP_MSG_11.022 | The invoice is larger than Chorus Pro accepts (10 MB). | ${SMALLER}, {corrected}.
PISTE-invalid_client | {"error":"invalid_client"} || invalid_client | PISTE, the gateway to Chorus Pro, does not accept the credentials of the connection. | ${CREDENTIALS}.
`)

function api(code: string, message: string, translated: string, fix: string): string {
  const errorCode = code.slice(4)
  return `AFNOR-${code} | {"errorCode":"${errorCode}","errorMessage":"${message}"} || "errorCode": "${errorCode}" || ${errorCode} | ${translated} | ${fix}.`
}
