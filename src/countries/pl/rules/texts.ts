import type { RuleTable } from '../../../einvoice/rules/catalogue/rule-catalogue.js'

/**
 * KSeF's checks beyond the schema (`KSEF:`), and the service's own rules for FA(3) (`CW-PL-`).
 * See `RuleTable` for the form.
 */
export const POLISH_TEXTS: RuleTable = `
XSD |  |  | Write <element> as FA(3) defines it: name, place and form of the element
KSEF:chars |  | The text {} contains a character that KSeF refuses: a control character (U+007F to U+009F) or a code point that is no Unicode character | Remove the control characters, such as those pasted from a word processor
KSEF:PI |  | The document contains a processing instruction, which KSeF refuses | Remove all that begins with <?, except the XML declaration
KSEF:BOM |  | The file begins with a byte order mark, which KSeF refuses | Save the file as UTF-8 without a byte order mark
KSEF:encoding |  | The file is not in UTF-8, the only encoding that KSeF accepts | Save the file as UTF-8, and declare no other encoding
KSEF:NIP |  | The NIP {} fails its check digit; KSeF refuses it in production | Correct the VAT number (supplier.vatNumber, customer.vatNumber, thirdParties[].vatNumber): PL and the 10 digits of the NIP | warning
KSEF:size |  | The document is larger than the 1,000,000 bytes that KSeF accepts, or with an attachment (Zalacznik) 3,000,000 | Divide the invoice into several (lines), or shorten the texts or the attachment (pl.attachment)
CW-PL-NET |  | The sum {} is not the sum of the lines with its rate | Make <element> the sum of the net amounts (P_11) of the lines with its rates (P_12); of lines with VAT (P_11A), their sum less its VAT (P_14). Of a final invoice (ROZ) it is that less the advances, so never more
CW-PL-DIFFERENCE |  | The sum {} of the correction is not that of its lines after it less those before it (StanPrzed) | Make <element> the difference of the net amounts (P_11) of the lines with its rates (P_12)
CW-PL-VAT |  | The VAT on the sum {} does not follow from its rate | Compute the VAT (P_14) as the percentage of <element> that its rate states, or correct the rate (lines[].vatRate)
CW-PL-SUM-MISSING | BT-152 | No sum includes the lines with the rate {} | Add the sum (P_13) of the lines with this rate
CW-PL-LINE | BT-131 | The amount {} is not quantity times price less discount | Correct quantity (P_8B), price (P_9A, with VAT P_9B), discount (P_10) or amount (P_11, with VAT P_11A) | warning
CW-PL-TOTAL | BT-112 | The total {} is not the sum of all net amounts and their VAT | Make P_15 the sum of all P_13 and P_14
CW-PL-VAT-IN-PLN | BT-5 | The VAT is charged in {}, but not stated in PLN as well | Give the exchange rate (exchangeRate): PLN for one unit of the currency of the invoice
CW-PL-CONVERSION |  | The VAT of {} PLN does not follow from the exchange rate | Compute it as the VAT (P_14) times the exchange rate (KursWaluty)
CW-PL-EXEMPTION |  | Exempt sales have no mark of an exemption (P_19) | Set P_19 to 1 and name the provision that exempts them in P_19A, P_19B or P_19C (lines[].exemptionReason)
CW-PL-NO-EXEMPTION |  | The invoice has the mark of an exemption (P_19), but no exempt sales | Set P_19N to 1, or the rate of the exempt lines to zw (lines[].vatCategory E)
CW-PL-REVERSE-CHARGE |  | Sales under reverse charge have no mark of it (P_18) | Set P_18 to 1
CW-PL-CORRECTED | BG-3 | A correction names no invoice that it corrects, or another invoice names one | Give number and date of the corrected invoice (precedingInvoice) with a credit or debit note, and only there
CW-PL-ORDER |  | An advance invoice does not state the order that it is for (art. 106f (1) 4 of the VAT act) | Give the whole order (order.lines) | warning
CW-PL-ORDER-TOTAL |  | The total of the order {} is not the sum of its lines with their VAT | Leave order.grossAmount out, so that the service computes it, or correct order.lines | warning
CW-PL-SPLIT-PAYMENT |  | The invoice is over more than 15,000 PLN and has goods or services that are marked as annex 15, or whose GTU code names goods of it, but not the words of split payment (P_18A {}) | Give vatCollection: split_payment, or correct the marks (lines[].pl) or the GTU code (lines[].itemCode) of the line | warning
CW-PL-SELF-BILLED |  | The customer issues this invoice (P_17), but has no NIP, by which KSeF knows who issues | Give the NIP of the customer (customer.vatNumber): PL and 10 digits; without one let the supplier issue the invoice: a consumer can issue none (art. 106d of the VAT act), and the service signs in to KSeF with a NIP alone
CW-PL-ATTACHMENT-ROW |  | A row of a table in the attachment has not one cell for each column | Give as many cells as columns, empty ones as empty texts (pl.attachment[].tables[].rows) | warning
CW-PL-ATTACHMENT-CELL |  | A cell of a table in the attachment has not the form that the type of its column states | Write dates as YYYY-MM-DD and numbers without blanks, or give the column the type txt (pl.attachment[].tables[].columns) | warning
CW-PL-STATE-BEFORE |  | A line shows the state before a correction (StanPrzed, StanPrzedZ), but the invoice is no correction | Remove StanPrzed or StanPrzedZ, or make the invoice a correction (RodzajFaktury KOR)
CW-PL-AMOUNT-BEFORE |  | The amount before the correction (P_15ZK) is that of an advance or a final invoice, but none is corrected (RodzajFaktury is neither KOR_ZAL nor KOR_ROZ) | Leave correction.amountBefore out, or give what makes it such a correction: typeCode 503 or 386, or prepayments
CW-PL-PART-PAYMENTS |  | The payments before the supply (ZaliczkaCzesciowa) are not those of which the total (P_15) consists | Make their sum (pl.partPayments) the total of the advance invoice; on a final invoice at most what is left to pay. Other invoices have none: use paymentSchedule, or prepaidAmount
CW-PL-NUMBER-BEFORE |  | The party before the correction has the number {}, and another one after it; no correction changes a number | Give the number that the customer has now (correction.customerBefore.vatNumber); if it was wrong, correct the whole invoice to zero and issue a new one
CW-PL-INTRA-COMMUNITY | BT-48 | A supply to another member state names no VAT number of the buyer there | Give the VAT number of the buyer (customer.vatNumber) with the prefix of its member state; without one the supply is taxed in Poland
CW-PL-JST |  | The invoice is for a unit of a local government, which it does not name | Name the unit in thirdParties with the role local_government_recipient and its VAT number or internal id (nationalId)
CW-PL-GV |  | The invoice is for a member of a VAT group, which it does not name | Name the member in thirdParties with the role vat_group_recipient and its VAT number
CW-PL-OLD-RATE | BT-152 | The rate of {} percent was in force until 2010 only | Give the rate in force (lines[].vatRate): 23, 8 or 5, or 4 for taxis | warning
CW-PL-KSEF-NUMBER |  | The KSeF number {} fails its checksum | Copy the number from the receipt of that invoice (precedingInvoice.ksefNumber, prepayments[].ksefNumber) | warning
`
