import { rejectionTable } from '../../rejections/table.js'

const SERVICE = 'The invoice needs no change'

/**
 * Results of an invoice in KSeF (`INV-<status>`). The details of 450 are mostly texts of the .NET
 * schema validator (`schemaErrors`); only the sense of those on dates and NIP is known.
 */
export const INVOICE_REJECTIONS = rejectionTable(`
INV-405 | Przetwarzanie anulowane z powodu błędu sesji | KSeF dropped the invoice because its session had failed. | ${SERVICE}. {Unchanged}.
INV-410-MISSING | Brak uprawnienia fakturowego | The credentials of the connection lack the permission to issue invoices for this seller. | Grant the permission InvoiceWrite in KSeF for the NIP in supplier.vatNumber, or authorise the connection again with POST /v1/connections. {Unchanged}.
INV-410 | Nieprawidłowy zakres uprawnień | The person who authorised the connection may not issue invoices for this seller. | Check that supplier.vatNumber is the NIP that the connection was authorised for; if it is, have the permission InvoiceWrite granted in KSeF. For a self-billed invoice (selfBilled) the supplier grants the customer the permission SelfInvoicing. {Unchanged}.
INV-415 | Brak możliwości wysyłania faktury z załącznikiem | KSeF accepts invoices with an attachment only from companies that have announced attachments to the tax office. | Announce attachments in e-Urzad Skarbowy, or remove pl.attachment, {corrected}.
INV-430-SIZE | Rozmiar faktury nie zgadza się z zadeklarowaną wartością: '{size.size=1798}' | KSeF decrypted an invoice whose size is not the {size} bytes that were announced. | ${SERVICE}: the service builds the file and its size. The operator of the service has to correct how it counts. {Unchanged}.
INV-430-UPLOAD | Rozmiar przesłanego pliku faktury nie zgadza się z zadeklarowaną wartością: {size.encryptedSize=2965} | The uploaded file does not have the {size} bytes that were announced. | ${SERVICE}: the service builds the file and its size. The operator of the service has to correct how it counts. {Unchanged}.
INV-435-CIPHER | Plik niepoprawnie zaszyfrowany | The invoice was not encrypted with the key of its session. | ${SERVICE}: the operator of the service has to encrypt it with the key of its session. {Unchanged}.
INV-435 | Błąd odszyfrowania pliku | KSeF could not decrypt the invoice. | ${SERVICE}: the operator of the service has to open sessions with a key of their own. {Unchanged}.
INV-440-KNOWN | Faktura o numerze KSeF: {ksefNumber.earlierNumber=5265877635-20250626-010080DD2B5E-26} została już prawidłowo przesłana do systemu w sesji: {session.earlierSession=20250626-SO-2F14610000-242991F8C9-B4} | KSeF already has an invoice with this number of this seller, under the KSeF number {ksefNumber:that its message names} (session {session:not named}). | Compare it with the invoice {ksefNumber:of that number} in KSeF. If it is this same invoice, do nothing: it counts. Otherwise give this one another number (number or externalId) and submit it as a new invoice.
INV-440 | Duplikat faktury | KSeF already has an invoice of this seller with the same number and type. | If the earlier one is this same invoice, do nothing: it counts. Otherwise give this one another number (number or externalId) and submit it as a new invoice.
INV-450-XML | Nieprawidłowy XML | The document is not well-formed XML, or contains characters that KSeF forbids. | Remove control characters, such as those pasted from a word processor, from note, lines[].description and the names and addresses of supplier and customer, {corrected}.
INV-450-FUTURE | Data wystawienia faktury (P_1) jest późniejsza niż data przyjęcia dokumentu || Data wystawienia…późniejsza niż data || P_1…z przyszłości | The date of issue (P_1) is later than the day on which KSeF received the invoice. | Set issueDate to today (Europe/Warsaw) or an earlier day, {corrected}.
INV-450-NIP | Nieprawidłowy numer NIP (suma kontrolna) || Nieprawidłowy numer NIP || Nieprawidłowy NIP || suma kontrolna NIP || NIP…suma kontrolna | A tax number (NIP) of the invoice fails its check digit. | Correct supplier.vatNumber or customer.vatNumber (a NIP has 10 digits). For a foreign customer give its own number with its country, for a consumer set customer.consumer to true and leave customer.vatNumber out. {Corrected}.
INV-500 SES-500 AUTH-500 | Nieznany błąd ({status=500}) || Nieznany błąd | KSeF failed without naming a reason; whether it has the invoice is not known. | ${SERVICE}: the operator of the service has to ask KSeF whether it has the invoice. {UnlessTaken}.
INV-550-INTERNAL | Przetwarzanie zostało przerwane z przyczyn wewnętrznych systemu || przerwane z przyczyn wewnętrznych | KSeF stopped processing the invoice for internal reasons. | ${SERVICE}. {Unchanged}.
INV-550 AUTH-550 | Operacja została anulowana przez system | KSeF cancelled the operation for internal reasons. | ${SERVICE}. {Unchanged}.
`)

/** Statuses whose details name the fault; these explain a status without details. */
export const GENERAL_INVOICE_REJECTIONS = rejectionTable(
  `
INV-430 | Błąd weryfikacji pliku faktury | The file of the invoice failed KSeF's technical check: its encoding, size or hash is not as announced. | ${SERVICE}, unless it is larger than 1 MB: with an attachment 3 MB: then remove entries of lines or of pl.attachment. Otherwise the operator of the service has to correct the file. {Unchanged}.
INV-450 | Błąd weryfikacji semantyki dokumentu faktury | The invoice does not match the schema FA(3), or breaks a check of KSeF; the details of the message name the element. | Check the invoice with POST /v1/invoices/validate, correct what it reports of supplier, customer and lines[], {corrected}.
`,
  { isGeneral: true },
)
