import { rejectionTable } from '../../rejections/table.js'

const NOTHING = 'Do nothing'
const CORRECT = 'credit this invoice if the customer booked it, and submit a new invoice'

/** A buyer refuses a second invoice of the same number; the network does not check numbers. */
const DUPLICATE_ROW = `
DUPLICATE | Invoice Response RE (Rejected); OPStatusReason REF: References incorrect; an invoice with this number was already received || invoice with this number was already received | The buyer already has an invoice with this number from this supplier. | If the earlier submission is the same invoice, do nothing: it counts. Otherwise submit this one under a new number (number or externalId).`

/**
 * Answers of the receiving provider (Message Level Status) and of the buyer (Invoice Response,
 * lists OPStatusReason and OPStatusAction).
 */
export const RESPONSE_REJECTIONS = rejectionTable(`${DUPLICATE_ROW}
MLS-FD | Message Level Status RE; StatusReasonCode FD || StatusReasonCode FD | The receiving provider could not deliver the document to the customer. | Ask the customer to have its mailbox at the provider checked; the content of the invoice needs no change. {Unchanged}.
${reason('NON', 'No Issue', 'The buyer sees no fault in the invoice.', `${NOTHING}: no fault was found`)}
${reason('REF', 'References incorrect', 'The buyer finds a reference wrong.', `Correct buyerReference, orderReference, contractReference or precedingInvoice.number, ${CORRECT}`)}
${reason('LEG', 'Legal information incorrect', 'The buyer finds legal data wrong.', `Correct supplier.name, supplier.vatNumber and supplier.address, or those of customer, ${CORRECT}`)}
${reason('REC', 'Receiver unknown', 'The invoice reached a company that does not know the receiver.', `Correct customer.peppolId, customer.vatNumber and customer.name, ${CORRECT}`)}
${reason('QUA', 'Item quality insufficient', 'The buyer disputes the quality of the delivered goods or services.', 'Settle it with the customer, then credit what was agreed (invoiceType credit_note with precedingInvoice.number)')}
${reason('DEL', 'Delivery issues', 'The buyer complains about the delivery: late, incomplete or to the wrong place.', 'Settle it with the customer; correct deliveryDate if it was wrong, or credit what was agreed (invoiceType credit_note with precedingInvoice.number)')}
${reason('PRI', 'Prices incorrect', 'The buyer finds prices wrong.', `Compare lines[].unitPrice and lines[].discount with the order and correct them, ${CORRECT}`)}
${reason('QTY', 'Quantity incorrect', 'The buyer finds quantities wrong.', `Compare lines[].quantity with the delivery and correct it, ${CORRECT}`)}
${reason('ITM', 'Items incorrect', 'The buyer finds items wrong.', `Compare lines[].description and lines[].itemCode with the order and correct them, ${CORRECT}`)}
${reason('PAY', 'Payment terms incorrect', 'The buyer finds the terms of payment wrong.', `Correct dueDate and paymentMeans.paymentTerms, ${CORRECT}`)}
${reason('UNR', 'Not recognized', 'The buyer does not recognise the transaction.', `Make sure that this customer ordered it; give its order number as orderReference, ${CORRECT}`)}
${reason('FIN', 'Finance terms incorrect', 'The buyer finds the account or the financial terms wrong.', `Correct paymentMeans.bankAccount, paymentMeans.bic and paymentMeans.paymentTerms, ${CORRECT}`)}
${reason('PPD', 'Partially Paid', 'The buyer paid a part of the invoice.', 'Settle the rest of the payment with the customer; the invoice needs no change')}
${reason('OTH', 'Other', 'The buyer has a reason that none of the codes covers; the text beside the code explains it.', `Follow that text, after a question to the customer if it is not clear; to change the invoice, ${CORRECT}`)}
${action('NOA', 'No action required', 'The buyer requests nothing.', `${NOTHING}: no action is needed`)}
${action('PIN', 'Provide information', 'The buyer needs information before it continues.', 'Send the information that the text beside the code requests to the customer; the invoice needs no change')}
${action('NIN', 'Issue new invoice', 'The buyer requests a new invoice in place of this one.', 'Submit a credit note for this one (invoiceType credit_note with precedingInvoice.number), and a corrected invoice')}
${action('CNF', 'Credit fully', 'The buyer requests a credit for the whole invoice.', 'Submit a credit note for the whole amount: invoiceType credit_note with precedingInvoice.number and the same lines[]')}
${action('CNP', 'Credit partially', 'The buyer requests a credit for a part of the invoice.', 'Submit a credit note for that part: invoiceType credit_note with precedingInvoice.number and the lines[] concerned')}
${action('CNA', 'Credit the amount', 'The buyer requests a credit for a certain amount.', 'Submit a credit note for that amount: invoiceType credit_note with precedingInvoice.number and one entry of lines[]')}
${action('OTH', 'Other', 'The buyer requests something that none of the codes covers; the text beside the code explains it.', 'Follow that text, after a question to the customer if it is not clear')}
`)

/** The meanings of statuses alone; a reason beside one, if there is any, is more precise. */
export const GENERAL_RESPONSE_REJECTIONS = rejectionTable(
  `
MLS-BV | Message Level Status RE; StatusReasonCode BV || StatusReasonCode BV | The receiving provider refused the document because it breaks a business rule that its message should name. | Check the invoice with POST /v1/invoices/validate, correct what it reports of supplier, customer and lines[], and submit a new invoice.
MLS-SV | Message Level Status RE; StatusReasonCode SV || StatusReasonCode SV | The receiving provider refused the document because it does not match the XML schema. | Check the invoice with POST /v1/invoices/validate and correct what it reports of supplier, customer and lines[]; if it reports nothing, the operator of the service has to correct how it writes the document. {Unchanged}.
MLS-BW | Message Level Status; StatusReasonCode BW || StatusReasonCode BW | The receiving provider warns that the document breaks a business rule, without refusing it. | Do nothing for this invoice: it is delivered. Correct the field that the rule names in the next ones.
MLS-AP | Message Level Status AP || MLS AP | The document is accepted and delivered to the customer. | ${NOTHING}: this is final.
MLS-AB | Message Level Status AB || MLS AB | The receiving provider has the document; its delivery to the customer is not confirmed. | ${NOTHING}: the provider delivers it.
MLS-RE | Message Level Status RE || MLS RE | The receiving provider refused the document without a known reason. | Check the invoice with POST /v1/invoices/validate and customer.peppolId with the customer, correct what is wrong and submit a new invoice.
IMR-AB | Invoice Response AB (Message acknowledged) || Invoice Response AB || IMR AB | The buyer has received the invoice. | ${NOTHING}: the buyer is processing it.
IMR-IP | Invoice Response IP (In process) || Invoice Response IP || IMR IP | The buyer is processing the invoice. | ${NOTHING}: the buyer is processing it.
IMR-UQ | Invoice Response UQ (Under query) || Invoice Response UQ || IMR UQ | The buyer has suspended the invoice because it has a question. | Answer the question of the customer; the invoice is processed after that.
IMR-CA | Invoice Response CA (Conditionally accepted) || Invoice Response CA || IMR CA | The buyer accepts the invoice on a condition, which is beside the code. | Settle the condition with the customer; the invoice itself needs no change.
IMR-RE | Invoice Response RE (Rejected) || Invoice Response RE || IMR RE | The buyer rejects the invoice; the reason should be beside the code. | Ask the customer for the reason, correct the field concerned (often orderReference, buyerReference or lines[].unitPrice), ${CORRECT}.
IMR-AP | Invoice Response AP (Accepted) || Invoice Response AP || IMR AP | The buyer accepts the invoice. | ${NOTHING}: this is final.
IMR-PD | Invoice Response PD (Paid) || Invoice Response PD || IMR PD | The buyer has paid the invoice. | ${NOTHING}: this is final.
`,
  { isGeneral: true },
)

function reason(code: string, name: string, translated: string, fix: string): string {
  return status('OPStatusReason', code, name, translated, fix)
}

function action(code: string, name: string, translated: string, fix: string): string {
  return status('OPStatusAction', code, name, translated, fix)
}

function status(list: string, code: string, name: string, translated: string, fix: string): string {
  return `IMR-${list}-${code} | Invoice Response RE (Rejected); ${list} ${code}: ${name} || ${list} ${code} || ${list}-${code} || ${code} ${name} | ${translated} | ${fix}.`
}
