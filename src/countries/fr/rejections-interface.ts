type Row = readonly [code: string, rawText: string, key: RegExp, errorTranslated: string, errorFix: string]

const OURS =
  'The fault lies in how the service called the platform, not in your invoice. Retry it; if it fails again, contact support with the invoice id.'
const AGAIN = 'submit a new invoice; the number may be used again.'
const STATUS_ONLY =
  'This concerns a status that was sent after the invoice, not the invoice itself. Contact support with the invoice id.'
const AUTHORITY = 'Ask the public customer what is missing, correct it, and submit a new invoice under a new number.'

function api(code: string, errorCode: string, message: string, translated: string, fix: string): Row {
  const rawText = `{"errorCode":"${errorCode}","errorMessage":"${message}"}`
  return [code, rawText, new RegExp(`"errorCode":\\s*"${errorCode}"`), translated, fix]
}

function acknowledged(reason: string, control: string | null, translated: string, fix: string): Row {
  return [
    `ACK-${reason}`,
    control === null ? reason : `${reason} (${control})`,
    new RegExp(`\\b${reason}\\b`),
    translated,
    fix,
  ]
}

function chorus(code: string, rawText: string, translated: string, fix: string): Row {
  return [`CPRO-${code}`, rawText, new RegExp(`(?<![A-Z_])${rawText.replace('.', '\\.')}(?![A-Z_])`), translated, fix]
}

function publicSector(code: string, translated: string, fix: string): Row {
  return [code, `(B2G) ${code}`, new RegExp(`\\b${code}\\b`), translated, fix]
}

/**
 * What the interface of a platform (AFNOR XP Z12-013, Flow Service 1.1.0) or of Chorus Pro
 * answers, apart from the life cycle of the invoice.
 */
export const INTERFACE_ROWS: readonly Row[] = [
  api(
    'AFNOR-400-MISSING_REQUIRED_FIELD',
    'MISSING_REQUIRED_FIELD',
    'Invalid request format',
    'The platform misses a field in the call.',
    OURS,
  ),
  api(
    ...(['AFNOR-401-MISSING_TOKEN', 'MISSING_TOKEN', 'Missing or invalid token'] as const),
    'The platform does not accept the credentials of the connection.',
    'Renew them with PUT /v1/connections/:id/credentials, then retry the invoice.',
  ),
  api(
    ...(['AFNOR-403-FORBIDDEN_ACCESS', 'FORBIDDEN_ACCESS', 'Access denied'] as const),
    'The credentials of the connection may not act for this company.',
    'Have the platform authorise the account for the company (mandate), then retry the invoice.',
  ),
  api(
    'AFNOR-404-MISSING_RESOURCE',
    'MISSING_RESOURCE',
    'Flow not found',
    'The platform does not know the submission.',
    OURS,
  ),
  api(
    ...(['AFNOR-413-FILE_SIZE_EXCEEDED', 'FILE_SIZE_EXCEEDED', 'File too large'] as const),
    'The invoice is larger than the platform takes.',
    `Make the attachments smaller or leave them out, then ${AGAIN}`,
  ),
  api(
    ...(['AFNOR-422-UNPROCESSABLE_ENTITY', 'UNPROCESSABLE_ENTITY', 'Unprocessable flow'] as const),
    'The platform cannot process the submission.',
    OURS,
  ),
  api(
    ...(['AFNOR-429-TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS', 'Rate limit exceeded'] as const),
    'The platform has received too many calls.',
    'Nothing is wrong with the invoice. Retry it in some minutes.',
  ),
  api(
    ...(['AFNOR-500', 'INTERNAL_SERVER_ERROR', 'Internal error'] as const),
    'The platform has failed.',
    'Nothing is wrong with the invoice. Retry it; the service first asks whether the platform has it already.',
  ),
  api(
    ...(['AFNOR-503', 'SERVICE_UNAVAILABLE', 'Service unavailable'] as const),
    'The platform is not available.',
    'Nothing is wrong with the invoice. Retry it later.',
  ),
  acknowledged(
    'EmptyAttachement',
    'IRR_VID_PJ',
    'An attachment is empty.',
    `Give attachments[].content, or leave it out, then ${AGAIN}`,
  ),
  acknowledged(
    ...(['AttachmentTypeError', 'IRR_EXT_DOC', 'An attachment is of a type that platforms do not take.'] as const),
    `Attach PDF, PNG, JPEG, CSV, XLSX or ODS, then ${AGAIN}`,
  ),
  acknowledged('EmptyFlow', 'IRR_VIDE_F', 'The file that arrived is empty.', OURS),
  acknowledged('OtherTechnicalError', 'AUTRE', 'The platform reports a technical error of its own.', OURS),
  acknowledged(
    ...(['InvalidSchema', 'IRR_SYNTAX', 'The XML does not match its schema.'] as const),
    'Check the invoice with POST /v1/invoices/validate. If it is valid there, the fault is ours: contact support with the invoice id.',
  ),
  acknowledged(
    ...(['FileSizeExceeded', 'IRR_TAILLE_F', 'The invoice is larger than platforms take (100 MB, BR-FR-19).'] as const),
    `Make the attachments smaller or leave them out, then ${AGAIN}`,
  ),
  acknowledged('FlowTypeError', 'IRR_TYPE_F', 'The type of the file is not the one that was announced.', OURS),
  acknowledged(
    ...(['AlreadyExistingFlow', null, 'The platform has received this very submission before.'] as const),
    'Do nothing: the first submission counts.',
  ),
  acknowledged(
    ...(['VirusFound', 'IRR_ANTIVIRUS', 'A virus was found.'] as const),
    `Scan the attachments and replace the one that is infected, then ${AGAIN}`,
  ),
  acknowledged('ChecksumMismatch', null, 'The file was altered on its way to the platform.', OURS),
  acknowledged(
    'InvoiceLCInvalidStatus',
    'REJ_INC',
    'A status does not fit the life cycle of the invoice.',
    STATUS_ONLY,
  ),
  acknowledged('InvoiceLCStatusError', 'REJ_INEX', 'A status is unknown or not allowed.', STATUS_ONLY),
  acknowledged('InvoiceLCRuleError', 'REJ_RG', 'A status breaks a rule of the life cycle.', STATUS_ONLY),
  acknowledged('InvoiceLCAccessDenied', 'REJ_HAB', 'The account may not send this status.', STATUS_ONLY),
  acknowledged(
    'InvoiceLCAmountError',
    'REJ_ENCAISSEMENT',
    'The amounts of a payment status do not fit the invoice.',
    STATUS_ONLY,
  ),
  publicSector('RETRAIT_MAN_SERV', 'The public customer has withdrawn the invoice.', AUTHORITY),
  publicSector(
    ...(['ST_CT_NON_DECLAR', 'The subcontractor or co-contractor is not declared to the public customer.'] as const),
    'Have the main contractor declare it, or invoice the main contractor; then submit a new invoice under a new number.',
  ),
  publicSector('SUPPR_COMP_AVOIR', 'The invoice is cancelled, as a credit note makes up for it.', 'Nothing to do.'),
  publicSector('TRANSF_PMNT_REGIE', 'The public customer pays the invoice through its cash office.', 'Nothing to do.'),
  publicSector('CONTACT_ACHTR', 'The public customer wants to be contacted.', AUTHORITY),
  chorus(
    'IN_INTEGRE_PARTIEL',
    'IN_INTEGRE_PARTIEL',
    'Chorus Pro took in a part of the invoices only.',
    `Correct the rejected ones, then ${AGAIN}`,
  ),
  chorus(
    'IN_EN_ATTENTE_RETRAITEMENT_CPP',
    'IN_EN_ATTENTE_RETRAITEMENT_CPP',
    'Chorus Pro has halted the submission.',
    'Wait; Chorus Pro restarts it by hand.',
  ),
  chorus(
    'IN_REJETE',
    'IN_REJETE',
    'Chorus Pro has rejected the submission.',
    `Correct what the message names, then ${AGAIN}`,
  ),
  chorus(
    'IN_INCIDENTE',
    'IN_INCIDENTE',
    'Chorus Pro could not process the submission.',
    'Nothing is wrong with the invoice. Submit it again.',
  ),
  chorus('REJETEE', 'REJETEE', 'The public customer refuses the invoice.', AUTHORITY),
  chorus(
    'A_RECYCLER',
    'A_RECYCLER',
    'The invoice went to the wrong public body or service.',
    `Correct customer.siret and buyerReference, then ${AGAIN}`,
  ),
  chorus(
    'SUSPENDUE',
    'SUSPENDUE',
    'The public customer has suspended the invoice: a document is missing.',
    'Send the missing document through Chorus Pro.',
  ),
  chorus(
    '20001',
    'GDP_MSG_11.022',
    'The invoice is larger than Chorus Pro takes (10 MB).',
    `Make the attachments smaller, then ${AGAIN}`,
  ),
  [
    ...(['PISTE-invalid_client', '{"error":"invalid_client"}', /invalid_client/] as const),
    'PISTE, the gateway to Chorus Pro, does not accept the credentials of the connection.',
    'Renew them with PUT /v1/connections/:id/credentials, then retry the invoice.',
  ],
]
