import type { Rejection } from './rejection.js'

/** The refusals that a sender meets most, under the short codes that the API reference names. */
export const COMMON_REJECTIONS: readonly Rejection[] = [
  {
    code: 'CUI',
    rawText: 'CUI invalid',
    pattern: /\bCUI invalid\b/i,
    errorTranslated: 'The VAT identifier (CUI) of the supplier or of the customer is not registered.',
    errorFix:
      'Look both numbers up in the public register of ANAF, correct supplier.vatNumber or customer.vatNumber, and submit a new invoice.',
  },
  {
    code: 'SCHEMA',
    rawText: 'XML invalid conform schemei',
    pattern: /XML invalid conform schemei/i,
    errorTranslated: 'The XML document does not conform to the UBL 2.1 schema.',
    errorFix:
      'Check the invoice with POST /v1/invoices/validate and correct what it reports. If it reports nothing, the fault is ours: contact support with the invoice id.',
  },
  {
    code: 'DUPLICATE',
    rawText: 'Factura duplicata',
    pattern: /Factura duplicat[aă]/i,
    errorTranslated: 'An invoice with the same number from this supplier was already submitted.',
    errorFix:
      'If the earlier submission is the same invoice, do nothing: it counts. Otherwise submit this one under a new number (number or externalId).',
  },
  {
    code: 'CERTIFICATE',
    rawText: 'Certificat digital expirat',
    pattern: /Certificat(?:ul)? digital expirat/i,
    errorTranslated: 'The access token or the digital certificate behind the connection has expired.',
    errorFix:
      'Re-authorise the connection: POST /v1/connections for the same company and country, open the authorizationUrl with a valid qualified certificate, then retry the invoice.',
  },
  {
    code: 'CAEN',
    rawText: 'Cod CAEN invalid',
    pattern: /Cod(?:ul)? CAEN invalid/i,
    errorTranslated: 'The reference to an economic activity code (CAEN) is not valid.',
    errorFix:
      'Correct the CAEN code in the note or the item codes to one of the codes with which the supplier is registered.',
  },
  {
    code: 'ADDRESS',
    rawText: 'Adresa fiscala incompleta',
    pattern: /Adresa fiscal[aă] incomplet[aă]/i,
    errorTranslated: 'The fiscal address of the supplier or of the customer is incomplete.',
    errorFix:
      'Give street, city, postalCode and country for both parties, for a Romanian address also the county in stateOrProvince (in Bucharest the sector), and submit again.',
  },
  {
    code: 'VAT-RATE',
    rawText: 'Cota TVA invalida',
    pattern: /Cota (?:de )?TVA invalid[aă]/i,
    errorTranslated: 'A line has a VAT rate that Romania does not have.',
    errorFix: 'Set lines[].vatRate to a rate that applies on the date of supply: 21 or 11, earlier 19, 9 or 5, or 0.',
  },
]
