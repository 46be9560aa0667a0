import { rejectionTable } from '../../rejections/table.js'

const OPERATOR = 'The invoice needs no change: the operator of the service has to'

/**
 * ANAF's refusals of calls: upload, state, lists, download, validation.
 */
export const INTERFACE_REJECTIONS = rejectionTable(`
UPLOAD-SIZE | Marime fisier transmis mai mare de 10 MB. || Marime fisier transmis mai mare de | The document is larger than ANAF accepts (10 MB). | Remove entries of attachments or make attachments[].content smaller, {corrected}.
VAL-SIZE | Marime fisier transmis mai mare de 5 MB. | The document is larger than ANAF's validation accepts (5 MB). | Remove entries of attachments or make attachments[].content smaller, {corrected}.
UPLOAD-STANDARD | Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP | The upload did not state whether it contains an invoice or a credit note. | ${OPERATOR} name the standard UBL or CN, depending on invoiceType. {Unchanged}.
UPLOAD-CIF-NUM | CIF introdus= {cif.supplierVat=123a} nu este un numar || CIF introdus={cif.supplierVat=123a} nu este un numar | ANAF accepts only digits as the company of the upload, and received {cif}. | Correct supplier.vatNumber to RO and the digits of the fiscal code, {corrected}.
UPLOAD-EXECUTARE-REG | CIF introdus= {cif.supplierNumber=1234} nu este inregistrat in Registrul RO e-Factura executari silite || Registrul RO e-Factura executari silite | The company {cif:of the upload} is not in the register of enforcement bodies, and the upload claimed that it is. | ${OPERATOR} leave the flag for enforcement bodies out. {Unchanged}.
UPLOAD-EXTERN | Daca parametrul extern trebuie completat, valoarea acceptata este DA || parametrul extern trebuie completat | The flag for a foreign buyer has a value that ANAF does not accept. | ${OPERATOR} send the flag as DA for a customer outside Romania, or leave it out. {Unchanged}.
UPLOAD-AUTOFACTURA | Daca parametrul autofacturare trebuie completat, valoarea acceptata este DA || parametrul autofacturare trebuie completat || parametrul autofactura trebuie completat | The flag for self-billing has a value that ANAF does not accept. | ${OPERATOR} send the flag as DA for a self-billed invoice, or leave it out. {Unchanged}.
UPLOAD-EXECUTARE | Daca parametrul executare trebuie completat, valoarea acceptata este DA || parametrul executare trebuie completat | The flag for enforcement bodies has a value that ANAF does not accept. | ${OPERATOR} leave the flag out. {Unchanged}.
UPLOAD-ATTACH | Trebuie sa aveti atasat in request un fisier de tip xml || atasat in request un fisier | The upload contained no document. | ${OPERATOR} send the XML as the content of the call. {Unchanged}.
UPLOAD-PARAMS | Parametrii standard si cif sunt obligatorii | The upload lacked its standard or its company. | ${OPERATOR} name both. {Unchanged}.
STATE-UNKNOWN | Nu exista factura cu id_incarcare= {id.upload=15000} || Nu exista factura cu id_incarcare | ANAF has no upload {id:of this index}: it belongs to the other environment (test or production), or was never registered. | ${OPERATOR} look the upload up in the list of messages of the right environment. {UnlessTaken}.
STATE-NAN | Id_incarcare introdus= {id.invoiceId=aaa} nu este un numar intreg | ANAF was asked for the state of an upload by {id}, which is not a number. | ${OPERATOR} ask by the index that ANAF returned at the upload. {Unchanged}.
STATE-PARAM | Parametrul id_incarcare este obligatoriu | ANAF was asked for the state of an upload without its index. | ${OPERATOR} ask by the index that ANAF returned at the upload. {Unchanged}.
STATE-XML | XML cu erori nepreluat de sistem | The document has such serious faults that ANAF's system did not accept it. | Check the invoice with POST /v1/invoices/validate, correct what it reports of supplier, customer and lines[], {corrected}.
STATE-NOK | nok | ANAF rejected the invoice; its list of errors has not been read yet. | Check supplier, customer and lines[] with POST /v1/invoices/validate, or have the operator of the service download the list of errors, which names what to correct; {corrected}.
LIST-PARAMS | Parametrii startTime, endTime, cif si pagina sunt obligatorii | The list of messages was requested without its period, company or page. | ${OPERATOR} name all of them. {Unchanged}.
LIST-PARAMS2 | Parametrii zile si cif sunt obligatorii | The list of messages was requested without the number of days or the company. | ${OPERATOR} name both. {Unchanged}.
LIST-CIF | CIF introdus= {cif.supplierVat=aaa} nu este un numar sau nu are o valoare acceptata de sistem | ANAF does not accept {cif} as a company in a request for the list of messages. | Compare supplier.vatNumber with the registration certificate: RO and digits. If it is right, the operator of the service has to name the company by its digits. {Unchanged}.
LIST-DAYS | Numarul de zile trebuie sa fie intre 1 si 60 | The list of messages goes back 60 days at most. | ${OPERATOR} ask for 1 to 60 days. {Unchanged}.
LIST-DAYS2 | Numarul de zile introdus= {days.issueDate=aaa} nu este un numar intreg | The list of messages was requested for {days} days, which is not a number. | ${OPERATOR} ask for 1 to 60 days. {Unchanged}.
LIST-OLD | startTime = {start.issueDay=09-07-2022} {startHour=00:00:00} nu poate fi mai vechi de 60 de zile fata de momentul requestului | The list of messages was requested from {start} on, more than 60 days ago. | ${OPERATOR} ask for the last 60 days at most. {Unchanged}.
LIST-ORDER | endTime = {end.issueDay=09-08-2022} {endHour=00:00:00} nu poate fi <= startTime = {start.issueDay=06-09-2022} {startHour=00:00:00} | The list of messages was requested for a period that does not end ({end}) after it begins ({start}). | ${OPERATOR} ask for a period that ends after it begins. {Unchanged}.
LIST-FUTURE | endTime = {end.issueDay=02-12-2022} {endHour=11:49:24} nu poate in viitor fata de momentul requestului || endTime = {end.issueDay=02-12-2022} {endHour=11:49:24} nu poate fi in viitor | The list of messages was requested until {end}, which is in the future. | ${OPERATOR} correct the clock and ask until the present. {Unchanged}.
LIST-FILTER | Valorile acceptate pentru parametrul filtru sunt E, T, P sau R | The list of messages was requested with an unknown filter. | ${OPERATOR} filter by E, T, P or R. {Unchanged}.
LIST-PAGE | Pagina solicitata {page=50} este mai mare decat numarul toatal de pagini {pages=29} || Pagina solicitata {page=50} este mai mare decat numarul total de pagini {pages=29} | Page {page} of the list of messages was requested, which has {pages} pages. | ${OPERATOR} stop at page {pages}. {Unchanged}.
LIST-500 | Lista de mesaje este mai mare decat numarul de {limit=500} elemente permise in pagina | The list of messages has more than {limit} entries, too many for one answer. | ${OPERATOR} ask for the list page by page. {Unchanged}.
LIST-EMPTY | Nu exista mesaje in ultimele {days=15} zile | ANAF has no messages of the company in the last {days} days. | Do nothing about the list: an empty one is no fault. {Unchanged}.
LIST-EMPTY2 | Nu exista mesaje in intervalul selectat | ANAF has no messages of the company in the period. | Do nothing about the list: an empty one is no fault. {Unchanged}.
DL-PARAM | Parametrul id este obligatoriu | ANAF was asked for a download without its id. | ${OPERATOR} name the id of the download. {Unchanged}.
DL-NAN | Id descarcare introdus= {id.invoiceId=123a} nu este un numar intreg | ANAF was asked for the download {id}, which is not a number. | ${OPERATOR} ask by the id that the state of the upload names. {Unchanged}.
DL-UNKNOWN | Pentru id={id.download=21} nu exista inregistrata nici o factura || nu exista inregistrata nici o factura | ANAF has nothing under the download id {id:that was asked for}. | ${OPERATOR} ask by the id of the download, not by that of the upload, in the right environment. {Unchanged}.
DL-EXPIRED | Fisierul nu mai poate fi descarcat pentru ca a trecut perioada de {days=60} de zile in care este disponibil || Fisierul nu mai poate fi descarcat | ANAF no longer returns its answer: {days:60} days have passed. | Request ANAF's answer through SPV. If it accepted the invoice, do nothing: it counts. Otherwise correct the faults that it names, {corrected}.
VAL-STANDARD | Valorile acceptate pentru parametrul standard sunt FACT1 si FCN | ANAF's validation was called with an unknown kind of document. | ${OPERATOR} name FACT1 for an invoice and FCN for a credit note. {Unchanged}.
`)

/** Texts around the one that names the fault. */
export const GENERAL_REJECTIONS = rejectionTable(
  `
UPLOAD-XSD | Fisierul transmis nu este valid. org.xml.sax.SAXParseException; lineNumber: {line.line=15}; columnNumber: {column.column=155} || Fisierul transmis nu este valid | The document does not match the UBL schema, at line {line:that the message names}. | Check the invoice with POST /v1/invoices/validate, correct what it reports of supplier, customer and lines[], {corrected}.
HTTP-400-JSON | "status":400,"error":"Bad Request" || 400 Bad Request | ANAF could not accept the call; its message names what is missing. | ${OPERATOR} correct the call accordingly. {Unchanged}.
`,
  { isGeneral: true },
)
