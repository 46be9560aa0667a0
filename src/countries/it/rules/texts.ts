import { RuleCatalogue } from '../../../einvoice/rules/catalogue/rule-catalogue.js'

const NATURA = 'N1, N2.1, N2.2, N3.1 to N3.6, N4, N5, N6.1 to N6.9 or N7'

/** The texts of controls of ordinary and of simplified invoices. */
export const SHARED_TEXTS = `
00300 |  | The transmitter's number {} is neither 11 digits nor a codice fiscale | Give the supplier's VAT number as IT and 11 digits (supplier.vatNumber), or its codice fiscale (supplier.nationalId)
00301 | BT-31 | The supplier's VAT number {} is not an Italian one with 11 digits | Give the supplier's VAT number as IT and 11 digits (supplier.vatNumber)
00302 | BT-32 | The supplier's codice fiscale {} has neither 11 digits nor the 16 characters of a person | Give the codice fiscale of the supplier (supplier.nationalId), or leave it out
00303 |  | The VAT number {} of a tax representative is not an Italian one with 11 digits | Write the VAT number of the representative with 11 digits
00304 |  | The codice fiscale {} of a tax representative has neither 11 digits nor the 16 characters of a person | Write the codice fiscale of the representative, or leave it out
00305 | BT-48 | The customer's VAT number {} is not an Italian one with 11 digits | Give the customer's VAT number as IT and 11 digits (customer.vatNumber); for a consumer only the codice fiscale (customer.consumer, customer.nationalId)
00306 | BT-47 | The customer's codice fiscale {} has neither 11 digits nor the 16 characters of a person | Give the codice fiscale of the customer (customer.nationalId), or leave it out if there is a VAT number
00313 | BT-49 | The recipient code XXXXXXX is for customers abroad, but the customer's VAT number is missing or Italian | Give the customer's own code (customer.sdiCode), or leave it out: the service then writes 0000000 for customers in Italy
00330 |  | The certified mailbox {} belongs to SdI itself | Give the certified mailbox of the customer (customer.pec), or leave it out
00409 | BT-1 | Two invoices of the same file and year have the number {} | Give each invoice a unique number (number)
00425 | BT-1 | The invoice number {} has no digit | Give a number with a digit (number or externalId)
00426 |  | Both a certified mailbox and a recipient code are given | Give either the recipient code (customer.sdiCode) or the certified mailbox (customer.pec)
00476 | BG-7 | Supplier and customer are both foreign | Give an Italian VAT number of supplier or customer (supplier.vatNumber, customer.vatNumber)
CW-IT-CHECK-DIGIT | BT-31 BT-48 | The check digit of the VAT number {} is wrong, so it cannot be in the tax registry | Correct the number (supplier.vatNumber, customer.vatNumber) before a live invoice: SdI rejects it with 00301 or 00305 | warning
CW-IT-ESTABLISHMENT |  | A permanent establishment (StabileOrganizzazione) is in Italy and belongs to a party whose seat is abroad | Give the seat abroad as address and the Italian place as permanentEstablishment (supplier, customer), or leave permanentEstablishment out | warning
`

/** The texts of SdI's controls, by their codes. See `RuleTable` for the form. */
export const ITALIAN_CATALOGUE = new RuleCatalogue([
  `
XSD |  |  | Correct <element> as the schema of FatturaPA requires: name, position and type of the element
00400 | BT-152 | A line with the VAT rate {} has no reason why no VAT is charged | Give the reason as a Natura (lines[].exemptionReasonCode: ${NATURA}), or the category that implies it (lines[].vatCategory: E, AE, K, G or O), or a VAT rate (lines[].vatRate)
00401 | BT-151 | A line has both a VAT rate and the reason {} why no VAT is charged | Leave out lines[].vatCategory and lines[].exemptionReasonCode, or give the VAT rate 0 (lines[].vatRate)
00411 |  | Tax is withheld from a line, but the invoice does not contain the tax | Give the tax (withholdings: type, rate, reason), or leave out lines[].withholding
00413 | BT-103 | A contribution with the VAT rate {} has no reason why no VAT is charged | Give the reason as a Natura (socialFunds[].exemptionReasonCode: ${NATURA}), or the category that implies it (socialFunds[].vatCategory), or a VAT rate (socialFunds[].vatRate)
00414 | BT-102 | A contribution has both a VAT rate and the reason {} why no VAT is charged | Leave out socialFunds[].vatCategory and socialFunds[].exemptionReasonCode, or give the VAT rate 0 (socialFunds[].vatRate)
00415 |  | Tax is withheld from a contribution, but the invoice does not contain the tax | Give the tax (withholdings: type, rate, reason), or leave out socialFunds[].withholding
00417 | BG-7 | The customer has neither a VAT number nor a codice fiscale | Give the codice fiscale (customer.nationalId), which every person and body in Italy has, or the VAT number of a business (customer.vatNumber)
00418 | BT-26 | The date {} of the preceding invoice is after the issue date of this one | Correct the date of the preceding invoice (precedingInvoice.issueDate) or of this one (issueDate)
00419 | BT-152 | No VAT summary has the rate {} | Write one DatiRiepilogo for each VAT rate (in JSON the service does, from lines[].vatRate)
00420 | BT-118 | A summary under reverse charge ({}) has split payment of the VAT | Use another vatCollection than split_payment, or correct lines[].exemptionReasonCode
00421 | BT-117 | The VAT {} of a summary is not its taxable amount times its rate | Write Imposta as AliquotaIVA percent of ImponibileImporto, rounded to two decimals (in JSON the service does)
00422 | BT-116 | The taxable amount {} of a summary is not the sum of the items with its rate | Write ImponibileImporto as the sum of the lines, contributions and roundings of the rate (in JSON the service does)
00423 | BT-131 | The amount {} of a line is not its price after discounts times its quantity | Write PrezzoTotale as (PrezzoUnitario less discounts) times Quantita (in JSON the service does)
00424 | BT-152 BT-119 BT-103 | The VAT rate {} is not a percentage | Give the VAT rate in percent (lines[].vatRate: 22, not 0.22)
00427 | BT-49 | The recipient code {} has a wrong length: 6 characters for administrations (FPA12), 7 for all others (FPR12) | Give the office code of the administration, 6 characters, or the recipient code, 7 characters (customer.sdiCode)
00428 |  | The attribute versione and FormatoTrasmissione differ | Write the same format in both (in JSON the service does, from customer.sdiCode)
00429 | BT-119 | A VAT summary with the rate {} has no reason why no VAT is charged | Give the reason as a Natura (lines[].exemptionReasonCode: ${NATURA}), or the category that implies it (lines[].vatCategory: E, AE, K, G or O)
00430 | BT-118 | A VAT summary has both a rate and the reason {} why no VAT is charged | Leave out lines[].vatCategory and lines[].exemptionReasonCode, or give the VAT rate 0 (lines[].vatRate)
00437 |  | A discount or surcharge of the invoice has neither a percentage nor an amount | Write Percentuale or Importo
00438 | BT-147 | A discount or surcharge of a line has neither a percentage nor an amount | Write Percentuale or Importo (lines[].discount)
00443 | BT-152 | The VAT rate {} of a line or contribution is not in any VAT summary | Write one DatiRiepilogo for each VAT rate (in JSON the service does, from lines[].vatRate)
00444 | BT-151 | The Natura {} of a line or contribution is not in any VAT summary | Write one DatiRiepilogo for each Natura (in JSON the service does, from lines[].exemptionReasonCode)
00445 | BT-151 BT-118 BT-102 | The Natura {} is too general since 2021 | Give the Natura with its second digit (lines[].exemptionReasonCode: ${NATURA})
00471 | BG-7 | In a document of this type supplier and customer cannot be the same | Give another customer (customer.vatNumber), or the document type for self-supply (documentType: TD27, TD21)
00472 | BG-7 | In a document for self-supply (TD21, TD27) supplier and customer must be the same | Give the supplier as customer (customer.vatNumber), or another document type (documentType)
00473 | BT-31 | The supplier's country {} does not match the document type: TD17, TD18, TD19 and TD28 are for suppliers abroad, TD29 for Italian ones | Give the supplier's VAT number with its country (supplier.vatNumber), or another document type (documentType)
00474 | BT-152 | A self-invoice for exceeding the plafond (TD21) cannot have lines without VAT | Give a VAT rate (lines[].vatRate), or another document type (documentType)
00475 | BG-7 | A document of this type requires the VAT number of the customer | Give it (customer.vatNumber), or another document type (documentType)
CW-IT-ENASARCO |  | The contribution to ENASARCO {} is stated, but not withheld: the amount due is the whole total | Add the withholding of it (withholdings: type RT04, its rate, reason ZO) | warning
CW-IT-ENASARCO-CHARGED | BG-21 | The contribution to ENASARCO (TC07) is charged to the customer, who withholds it instead | Write DatiRitenuta with RT04, and the contribution in AltriDatiGestionali CASSA-PREV (in JSON the service does, from socialFunds and withholdings) | warning
CW-IT-RECEIVED-INVOICE | BG-3 | A document of this type belongs to a received invoice, but does not name it | Give number and date of the received invoice (precedingInvoice) | warning
CW-IT-SIMPLIFIED | BT-3 | {} is a type of the simplified invoice, whose document is another one (FatturaElettronicaSemplificata, FSM10) | Write it as FatturaElettronicaSemplificata (in JSON the service does, from documentType), or give the ordinary type: TD01 for TD07, TD04 for TD08, TD05 for TD09
CW-IT-TD28 | BT-3 | {} reports a purchase whose invoice shows VAT, but no line has any | Give the VAT of the received invoice (lines[].vatRate), or for one without VAT another type (documentType: TD19 goods, TD17 services) | warning
CW-IT-WEIGHT |  | The weight {} of the goods has no unit, or the net weight is above the gross weight | Give the unit (it.transport.weightUnit) and correct grossWeight and netWeight | warning
CW-IT-LINE-REFERENCE |  | A reference points to line {}, which does not exist in the invoice | Correct the lines of the delivery note or the document (deliveryNotes[].lines, it.relatedDocuments[].lines), which are counted from 0 | warning
CW-IT-WITHHOLDING |  | A tax is withheld, but its amount is {} | Mark the items that it is withheld from (lines[].withholding, socialFunds[].withholding), or give the amount (withholdings[].amount) | warning
`,
  SHARED_TEXTS,
])
