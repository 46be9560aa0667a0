import type { RuleTable } from '../../../einvoice/rules/catalogue/rule-catalogue.js'

/**
 * The rules of XRechnung, its extension and its profile for clean vehicles. See `RuleTable` for
 * the form.
 */
export const XRECHNUNG_TEXTS: RuleTable = `
PEPPOL-EN16931-R010 | BT-49 | The buyer has no electronic address | Give the buyer's electronic address: its email address (customer.email), for an authority its Leitweg-ID (customer.leitwegId), or its address in the Peppol network (customer.peppolId as scheme:value: 9930 and the German VAT number)
PEPPOL-EN16931-R020 | BT-34 | The seller has no electronic address | Give the seller's electronic address: its email address (supplier.email), or its address in the Peppol network (supplier.peppolId as scheme:value: 9930 and the German VAT number)
PEPPOL-EN16931-R120 | BT-131 BT-129 BT-146 | The net amount {} of a line is not quantity × net price, with the charges and less the allowances | Compute the net amount as quantity × net price / base quantity + charges − allowances, to two decimals | warning
BR-DE-21 | BT-24 | The specification {} is not XRechnung 3.0 | Use urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0 | warning
BR-DE-TMP-32 | BT-72 BG-14 BG-26 | The invoice does not contain the date of supply of goods or services | Give the date of delivery (deliveryDate), the invoicing period or a period on every line (lines[].period); § 14 Abs. 4 Nr. 6 UStG requires the date of supply | warning
BR-DEX-01 | BT-125-1 | The media type {} of an attachment is not allowed by XRechnung | Attach PDF, PNG, JPEG, CSV, XLSX, ODS or XML, and name its media type, for example application/pdf
BR-DEX-02 | BT-131 | The net amount {} of a line is not the sum of its sub invoice lines | Set the net amount of each line to the sum of the lines directly below it | warning
BR-DEX-03 | BG-25 | A sub invoice line does not have exactly one VAT category | Give each sub invoice line exactly one VAT category, for example S
BR-DEX-09 | BT-115 | The amount due {} is not the total with VAT less the paid amount, plus the rounding amount and the third party payments | Recompute the amount due: total with VAT less the paid amount, plus the rounding amount, plus the third party payments
BR-DEX-04 | BT-29 BT-46 BT-60 | The scheme {} of a party's identifier is not in the lists of the extension | Use a scheme of ISO 6523, for example 0088 for a GLN, or XR01, XR02 or XR03; SEPA for a creditor identifier
BR-DEX-05 | BT-30 BT-47 BT-61 | The scheme {} of a legal registration is not in the lists of the extension | Use a scheme of ISO 6523, for example 0088 for a GLN, or XR01, XR02 or XR03
BR-DEX-06 | BT-157 | The scheme {} of a standard item identifier is not in the lists of the extension | Use a scheme of ISO 6523, for example 0160 for a GTIN, or XR01, XR02 or XR03
BR-DEX-07 | BT-34 BT-49 | The scheme {} of an electronic address is not in the lists of the extension | Use a scheme of the EAS list, for example 9930 for a German VAT number, or XR01, XR02 or XR03
BR-DEX-08 | BT-71 | The scheme {} of the place of delivery is not in the lists of the extension | Use a scheme of ISO 6523, for example 0088 for a GLN, or XR01, XR02 or XR03
BR-DEX-10 | BT-DEX-001 | A third party payment has no type | Give the type of each third party payment
BR-DEX-11 | BT-DEX-002 | A third party payment has no amount | Give the amount of each third party payment, in the currency of the invoice and to two decimals
BR-DEX-12 | BT-DEX-003 | A third party payment has no description | Describe each third party payment
BR-DEX-13 | BT-DEX-002 | The amount {} of a third party payment has more than two decimals | Round the amount of the third party payment to two decimals, for example 12.35
BR-DEX-14 | BT-DEX-002 | A third party payment has another currency than the invoice | Give the amount of the third party payment in the currency of the invoice
BR-DE-CVD-02 | BT-17 | The invoice has no tender or lot reference | Give the reference of the tender or lot
BR-DE-CVD-01 | BT-12 | The invoice has no contract reference | Give the number of the contract (contractReference)
BR-DE-CVD-03 | BG-25 BT-158 BT-160 | No line describes a vehicle: none has both a classification of scheme CVD and the attribute cva | Give at least one line both a classification of scheme CVD, for example M1, and an item attribute cva, for example zero-emission
BR-DE-CVD-06-a | BT-160 BT-158 BT-161 | The item of a line has a classification of scheme CVD, but not exactly one attribute cva | Give the item one attribute cva with the value clean, zero-emission or other
BR-DE-CVD-06-b | BT-158 BT-160 BT-161 | The item of a line has an attribute cva, but not exactly one classification of scheme CVD | Give the item one classification of scheme CVD: M1, M2, M3, N1, N2 or N3
BR-TMP-CVD-01 | BT-158 | The item of a line is classified by the scheme {}, which is not in UNTDID 7143 | Use CVD for a vehicle category, or a code of UNTDID 7143 as the scheme of the classification, for example STI
BR-DE-CVD-04 | BT-158 | The item of a line has a vehicle category other than M1, M2, M3, N1, N2, N3 | Use M1, M2, M3, N1, N2 or N3 as the classification of scheme CVD
BR-DE-CVD-05 | BT-161 BT-160 | The item of a line has a value of cva other than clean, zero-emission, other | Use clean, zero-emission or other as the value of the attribute cva
BR-TMP-3 | BT-149 | Gross and net price of a line have different base quantities | Give gross and net price the same base quantity and unit
BR-TMP-4 | BT-123 | A supporting document has several descriptions | Give each supporting document one description (ram:Name), for example all of them in one text | warning
BR-TMP-5 | BT-125 | A supporting document has several files | Give each file a supporting document (ram:AdditionalReferencedDocument) of its own | warning
BR-TMP-6 | BT-2 BT-9 BT-7 BT-72 BT-73 BT-74 BT-134 BT-135 BT-26 | The date {} is not written as YYYY-MM-DD | Write the date as YYYY-MM-DD without a time zone, for example 2026-03-31 | warning
BR-TMP-7 | BT-2 BT-9 BT-7 BT-72 BT-73 BT-74 BT-134 BT-135 BT-26 | The date {} is not written as YYYYMMDD with the format 102 | Write the date as eight digits with format="102", for example 20260331 | warning
BR-DEX-15 | BG-25 | A line is a sub invoice line, which XRechnung does not allow in CII | Remove ram:ParentLineID, or send the invoice in UBL, where the extension has sub invoice lines
`
