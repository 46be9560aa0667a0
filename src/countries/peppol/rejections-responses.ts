import { rejections, type Row } from './rejection.js'

const NOTHING = 'Nothing to do.'
const READ = 'Read the text beside the code, and ask the customer if it does not say enough.'
const CORRECT = 'correct it, and submit a new invoice.'

/**
 * What the receiving provider (Message Level Status) and the buyer (Invoice Response, lists
 * OPStatusReason and OPStatusAction) answer.
 */
const ROWS: readonly Row[] = [
  [
    'XSD',
    "cvc-complex-type.2.4.a: Invalid content was found starting with element 'cbc:Note'",
    /\bcvc-|SAXParseException/,
    'The document does not match the XML schema.',
    'Check the invoice with POST /v1/invoices/validate. If it is valid there, the fault is ours: contact support with the invoice id.',
  ],
  [
    'MLS-BV',
    'Message Level Status RE; StatusReasonCode BV',
    /StatusReasonCode BV\b/,
    'The receiving provider refused the document, because it breaks a business rule.',
    `Look up the rule that the text names, ${CORRECT}`,
  ],
  [
    'MLS-BW',
    'Message Level Status; StatusReasonCode BW',
    /StatusReasonCode BW\b/,
    'The receiving provider warns that the document breaks a business rule, without refusing it.',
    'Correct it in the next invoices.',
  ],
  [
    'MLS-FD',
    'Message Level Status RE; StatusReasonCode FD',
    /StatusReasonCode FD\b/,
    'The receiving provider could not deliver the document to the customer.',
    'Contact the customer; the content of the invoice is fine. Send it again when the customer can receive.',
  ],
  [
    'MLS-SV',
    'Message Level Status RE; StatusReasonCode SV',
    /StatusReasonCode SV\b/,
    'The receiving provider refused the document, because it does not match the XML schema.',
    'Check the invoice with POST /v1/invoices/validate. If it is valid there, the fault is ours: contact support with the invoice id.',
  ],
  ['MLS-AP', 'Message Level Status AP', /(?:Status|MLS)[- ]AP\b/, 'The document is accepted and delivered.', NOTHING],
  [
    'MLS-AB',
    'Message Level Status AB',
    /(?:Status|MLS)[- ]AB\b/,
    'The receiving provider has the document; delivery is not confirmed.',
    NOTHING,
  ],
  [
    'MLS-RE',
    'Message Level Status RE',
    /(?:Status|MLS)[- ]RE\b/,
    'The receiving provider refused the document.',
    `Look up what the text names, ${CORRECT}`,
  ],
  ...reason('NON', 'No Issue', 'The buyer sees no fault.', NOTHING),
  ...reason(
    'REF',
    'References incorrect',
    'The buyer finds a reference wrong.',
    `Check buyerReference, orderReference, contractReference and the number of the invoice, ${CORRECT}`,
  ),
  ...reason(
    'LEG',
    'Legal information incorrect',
    'The buyer finds legal data wrong.',
    `Check names, addresses and VAT numbers of both parties, ${CORRECT}`,
  ),
  ...reason(
    'REC',
    'Receiver unknown',
    'The buyer does not know the receiver.',
    `Check customer and customer.peppolId, ${CORRECT}`,
  ),
  ...reason(
    'QUA',
    'Item quality insufficient',
    'The buyer is not content with the quality.',
    'Settle it with the customer, then credit what was agreed with a credit_note.',
  ),
  ...reason(
    'DEL',
    'Delivery issues',
    'The buyer complains about the delivery.',
    'Settle it with the customer, then credit what was agreed with a credit_note.',
  ),
  ...reason(
    'PRI',
    'Prices incorrect',
    'The buyer finds prices wrong.',
    `Check lines[].unitPrice and lines[].discount against the order, ${CORRECT}`,
  ),
  ...reason(
    'QTY',
    'Quantity incorrect',
    'The buyer finds quantities wrong.',
    `Check lines[].quantity against the delivery, ${CORRECT}`,
  ),
  ...reason(
    'ITM',
    'Items incorrect',
    'The buyer finds items wrong.',
    `Check lines[].description and lines[].itemCode against the order, ${CORRECT}`,
  ),
  ...reason(
    'PAY',
    'Payment terms incorrect',
    'The buyer finds the terms of payment wrong.',
    `Check dueDate and paymentMeans.paymentTerms, ${CORRECT}`,
  ),
  ...reason(
    'UNR',
    'Not recognized',
    'The buyer does not recognise the transaction.',
    'Check that this customer ordered it; give its order number in orderReference.',
  ),
  ...reason(
    'FIN',
    'Finance terms incorrect',
    'The buyer finds the terms of finance wrong.',
    `Check paymentMeans, ${CORRECT}`,
  ),
  ...reason('PPD', 'Partially Paid', 'The buyer paid a part.', 'Follow the rest of the payment up with the customer.'),
  ...reason('OTH', 'Other', 'The buyer gives a reason of its own.', READ),
  ...action('NOA', 'No action required', 'The buyer asks for nothing.', NOTHING),
  ...action('PIN', 'Provide information', 'The buyer wants information.', 'Give the customer what it asks for.'),
  ...action(
    'NIN',
    'Issue new invoice',
    'The buyer wants a new invoice.',
    'Submit a credit_note for this one and a new invoice.',
  ),
  ...action(
    'CNF',
    'Credit fully',
    'The buyer wants the whole invoice credited.',
    'Submit a credit_note for the whole amount.',
  ),
  ...action('CNP', 'Credit partially', 'The buyer wants a part credited.', 'Submit a credit_note for that part.'),
  ...action('CNA', 'Credit the amount', 'The buyer wants an amount credited.', 'Submit a credit_note for the amount.'),
  ...action('OTH', 'Other', 'The buyer wants something else.', READ),
  [
    'IMR-AB',
    'Invoice Response AB (Message acknowledged)',
    /(?:Response|IMR)[- ]AB\b/,
    'The buyer has the invoice.',
    NOTHING,
  ],
  [
    'IMR-IP',
    'Invoice Response IP (In process)',
    /(?:Response|IMR)[- ]IP\b/,
    'The buyer is processing the invoice.',
    NOTHING,
  ],
  [
    'IMR-UQ',
    'Invoice Response UQ (Under query)',
    /(?:Response|IMR)[- ]UQ\b/,
    'The buyer holds the invoice back, because it has a question.',
    'Answer the question of the customer; the invoice goes on when it is settled.',
  ],
  [
    'IMR-CA',
    'Invoice Response CA (Conditionally accepted)',
    /(?:Response|IMR)[- ]CA\b/,
    'The buyer accepts the invoice on a condition.',
    'Read the condition beside the code, and settle it with the customer.',
  ],
  [
    'IMR-RE',
    'Invoice Response RE (Rejected)',
    /(?:Response|IMR)[- ]RE\b/,
    'The buyer rejects the invoice.',
    'Read the reason beside the code. Credit this invoice with a credit_note if it is booked, correct the fault and submit a new one.',
  ],
  ['IMR-AP', 'Invoice Response AP (Accepted)', /(?:Response|IMR)[- ]AP\b/, 'The buyer accepts the invoice.', NOTHING],
  ['IMR-PD', 'Invoice Response PD (Paid)', /(?:Response|IMR)[- ]PD\b/, 'The buyer has paid the invoice.', NOTHING],
]

function reason(code: string, name: string, translated: string, fix: string): readonly Row[] {
  return [status('OPStatusReason', code, name, translated, fix)]
}

function action(code: string, name: string, translated: string, fix: string): readonly Row[] {
  return [status('OPStatusAction', code, name, translated, fix)]
}

function status(list: string, code: string, name: string, translated: string, fix: string): Row {
  const rawText = `Invoice Response RE (Rejected); ${list} ${code}: ${name}`
  return [`IMR-${list}-${code}`, rawText, new RegExp(`${list}[- ]${code}\\b`), translated, fix]
}

/** The refusals by the receiving provider and by the buyer. */
export const RESPONSE_REJECTIONS = rejections(ROWS)
