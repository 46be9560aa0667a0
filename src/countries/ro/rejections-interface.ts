import type { Rejection } from './rejection.js'

const OURS =
  'The fault lies in how the service called ANAF, not in your invoice. Retry it; if it fails again, contact support with the invoice id.'
const RECONCILED =
  'Nothing to correct in the invoice. Contact support with the invoice id so that the upload is looked up in SPV.'

type Row = readonly [code: string, rawText: string, pattern: RegExp, errorTranslated: string, errorFix: string]

/** What ANAF answers to a call that it cannot take: upload, state, lists, download, validation. */
const ROWS: readonly Row[] = [
  [
    'UPLOAD-XSD',
    "Fisierul transmis nu este valid. org.xml.sax.SAXParseException; lineNumber: 15; columnNumber: 155; cvc-elt.1.a: Cannot find the declaration of element 'Invoice1'.",
    /Fi[sș]ierul transmis nu este valid|SAXParseException|\bcvc-/i,
    'The document does not match the UBL schema; the message names line, column and element.',
    'Check the invoice with POST /v1/invoices/validate. If it is valid there, the fault is ours: contact support with the invoice id.',
  ],
  [
    'UPLOAD-SIZE',
    'Marime fisier transmis mai mare de 10 MB.',
    /M[aă]rime fi[sș]ier transmis mai mare de/i,
    'The document is larger than ANAF takes (10 MB to submit, 5 MB to validate).',
    'Remove attachments or make them smaller, and submit a new invoice.',
  ],
  [
    'UPLOAD-STANDARD',
    'Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP',
    /parametrul standard sunt UBL/i,
    'The call did not say whether it carries an invoice or a credit note.',
    OURS,
  ],
  [
    'UPLOAD-CIF-NUM',
    'CIF introdus= 123a nu este un numar',
    /CIF introdus= ?\S* nu este un num[aă]r/i,
    'The company of the call is not named by a number.',
    'Check that supplier.vatNumber is RO and digits only. If it is, contact support with the invoice id.',
  ],
  [
    'UPLOAD-EXECUTARE-REG',
    'CIF introdus= 1234 nu este inregistrat in Registrul RO e-Factura executari silite',
    /Registrul RO e-Factura execut[aă]ri silite/i,
    'The company is not in the register of enforcement bodies.',
    OURS,
  ],
  [
    'UPLOAD-EXTERN',
    'Daca parametrul extern trebuie completat, valoarea acceptata este DA',
    /parametrul extern trebuie completat/i,
    'The flag for a foreign buyer has a value that ANAF does not know.',
    OURS,
  ],
  [
    'UPLOAD-AUTOFACTURA',
    'Daca parametrul autofacturare trebuie completat, valoarea acceptata este DA',
    /parametrul autofactur\w* trebuie completat/i,
    'The flag for self-billing has a value that ANAF does not know.',
    OURS,
  ],
  [
    'UPLOAD-EXECUTARE',
    'Daca parametrul executare trebuie completat, valoarea acceptata este DA',
    /parametrul executare trebuie completat/i,
    'The flag for enforcement bodies has a value that ANAF does not know.',
    OURS,
  ],
  [
    'UPLOAD-ATTACH',
    'Trebuie sa aveti atasat in request un fisier de tip xml',
    /ata[sș]at [iî]n request un fi[sș]ier/i,
    'The call carried no document.',
    OURS,
  ],
  [
    'UPLOAD-PARAMS',
    'Parametrii standard si cif sunt obligatorii',
    /Parametr(?:ii|ul) .{1,60} (?:sunt obligatorii|este obligatoriu)/i,
    'The call lacked a parameter.',
    OURS,
  ],
  [
    'STATE-UNKNOWN',
    'Nu exista factura cu id_incarcare= 15000',
    /Nu exist[aă] factura cu id_incarcare/i,
    'ANAF knows no invoice with this upload id: it belongs to the other environment or was never registered.',
    RECONCILED,
  ],
  [
    'STATE-NAN',
    'Id_incarcare introdus= aaa nu este un numar intreg',
    /Id[_ ](?:incarcare|descarcare) introdus= ?\S* nu este un num[aă]r/i,
    'The id of the upload or download is not a number.',
    OURS,
  ],
  [
    'STATE-XML',
    'XML cu erori nepreluat de sistem',
    /XML cu erori nepreluat de sistem/i,
    'The document has faults so grave that the system did not take it over.',
    'Check the invoice with POST /v1/invoices/validate, correct it and submit a new one; the number may be used again.',
  ],
  [
    'STATE-NOK',
    'nok',
    /^\s*nok\s*$/i,
    'The invoice was rejected; the list of errors has not been downloaded.',
    RECONCILED,
  ],
  [
    'DL-UNKNOWN',
    'Pentru id=21 nu exista inregistrata nici o factura',
    /nu exist[aă] [iî]nregistrat[aă] nici o factur[aă]/i,
    'ANAF has nothing under this download id.',
    RECONCILED,
  ],
  [
    'DL-EXPIRED',
    'Fisierul nu mai poate fi descarcat pentru ca a trecut perioada de 60 de zile in care este disponibil',
    /nu mai poate fi desc[aă]rcat/i,
    'The answer is no longer available: 60 days have passed.',
    'Ask ANAF for it through SPV.',
  ],
  [
    'VAL-STANDARD',
    'Valorile acceptate pentru parametrul standard sunt FACT1 si FCN',
    /sunt FACT1 [sș]i FCN/i,
    'The call for validation named an unknown document type.',
    OURS,
  ],
  [
    'LIST-DAYS',
    'Numarul de zile trebuie sa fie intre 1 si 60',
    /Num[aă]rul de zile/i,
    'The list of messages goes back 60 days at most.',
    OURS,
  ],
  [
    'LIST-TIME',
    'endTime = 02-12-2022 11:49:24 nu poate in viitor fata de momentul requestului',
    /\b(?:start|end)Time = /i,
    'The period of the list of messages is not possible.',
    OURS,
  ],
  [
    'LIST-FILTER',
    'Valorile acceptate pentru parametrul filtru sunt E, T, P sau R',
    /parametrul filtru/i,
    'The filter of the list of messages is unknown.',
    OURS,
  ],
  [
    'LIST-PAGE',
    'Pagina solicitata 50 este mai mare decat numarul toatal de pagini 29',
    /Pagina solicitat[aă]/i,
    'The list of messages has fewer pages.',
    OURS,
  ],
  [
    'LIST-500',
    'Lista de mesaje este mai mare decat numarul de 500 elemente permise in pagina. Folositi endpoint-ul cu paginatie.',
    /Lista de mesaje este mai mare/i,
    'The list of messages is too long for one answer.',
    OURS,
  ],
  [
    'LIST-EMPTY',
    'Nu exista mesaje in ultimele 15 zile',
    /Nu exist[aă] mesaje [iî]n/i,
    'There are no messages in this period.',
    'Nothing to do.',
  ],
]

/** The refusals of ANAF's interface, each of a call and not of an invoice's content. */
export const INTERFACE_REJECTIONS: readonly Rejection[] = ROWS.map(
  ([code, rawText, pattern, errorTranslated, errorFix]) => ({
    code,
    rawText,
    pattern,
    errorTranslated,
    errorFix,
  }),
)
