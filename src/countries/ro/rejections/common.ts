import { rejectionTable } from '../../rejections/table.js'

/** The most frequent refusals, under the short codes that the API reference names. */
export const COMMON_REJECTIONS = rejectionTable(`
CUI | CUI invalid | The VAT identifier (CUI) of the supplier or of the customer is not registered with ANAF. | Look both numbers up in the public register of ANAF, correct supplier.vatNumber or customer.vatNumber, {corrected}.
SCHEMA | XML invalid conform schemei | The XML document does not conform to the UBL 2.1 schema. | Check the invoice with POST /v1/invoices/validate, correct what it reports of supplier, customer and lines[], {corrected}. If it reports nothing, the operator of the service has to correct how it writes the document. {Unchanged}.
DUPLICATE | Factura duplicata | ANAF already has an invoice with this number from this supplier. | If the earlier submission is the same invoice, do nothing: it counts. Otherwise submit this one under a new number (number or externalId).
CERTIFICATE | Certificat digital expirat || Certificatul digital expirat || Certificatul digital este expirat | The digital certificate, or the access token, with which the connection was authorised has expired. | Authorise the connection again: POST /v1/connections for the same company and country, open the authorizationUrl with a valid qualified certificate. {Unchanged}.
CAEN | Cod CAEN invalid || Codul CAEN este invalid || Codul CAEN invalid | A code of an economic activity (CAEN) in the invoice is not valid. | Correct the CAEN code in note or in lines[].itemCode to one with which the supplier is registered, {corrected}.
ADDRESS | Adresa fiscala incompleta | The fiscal address of the supplier or of the customer is incomplete. | Give street, city, postalCode and country in supplier.address and customer.address; for a Romanian address also the county in stateOrProvince (in Bucharest the sector as city). {Corrected}.
VAT-RATE | Cota TVA invalida || Cota de TVA invalida | A line has a VAT rate that is not in force in Romania on the date of supply. | Set lines[].vatRate to a rate in force: since 2025-08-01 these are 21 and 11 (before it 19, 9 and 5), or 0 with the lines[].vatCategory that explains it. {Corrected}.
`)
