import { rejectionsIn } from '../../rejections/table.js'

const REAUTHORISE =
  'POST /v1/connections for the same company and country, and open the authorizationUrl with the qualified certificate of someone who is enrolled in SPV for this company'
const NEXT_DAY =
  'Nothing has to be done: the service goes on by itself on the next day in Romania, when the counters restart'
const BACK = 'The invoice needs no change'

/** Duplicates, wrong fiscal codes, and what ANAF says of rights, limits and outages. */
export const ACCESS_REJECTIONS = rejectionsIn(`
DUP | Factura a mai fost transmisa anterior cu index={index=5001130147} si data incarcare={date=2026-11-02} || Factura a mai fost transmisa anterior | ANAF already has this very invoice: it was uploaded before (index {index:not named}, date {date:not named}). | Do nothing if ANAF accepted the upload {index:before}: the invoice is delivered. If ANAF rejected that upload, correct the fields that its errors name (see errorFix of that invoice) and submit a new invoice.
R_BT_32_cui | E: AccountingSupplierParty (1) sectiune Party (1) sectiune PartyTaxScheme (1) sectiune CompanyID (1) eroare regula: R_BT_32_cui: Cui vanzator incorect / validare CUI ({cui=1234}) || R_BT_31_cui || Cui vanzator incorect / validare CUI ({cui=1234}) || Cui vanzator incorect | The fiscal code (CUI) of the supplier, {cui:as the invoice has it}, fails its check digit. | Correct supplier.vatNumber: compare it with the registration certificate, then submit a new invoice; the number may be used again.
R_BT_48_cui | E: AccountingCustomerParty (1) sectiune Party (1) sectiune PartyTaxScheme (1) sectiune CompanyID (1) eroare regula: R_BT_48_cui: Cui cumparator incorect / validare CUI ({cui=1234}) || R_BT_47_cui || Cui cumparator incorect / validare CUI ({cui=1234}) || Cui cumparator incorect | The fiscal code (CUI) of the customer, {cui:as the invoice has it}, fails its check digit. | Correct customer.vatNumber: ask the customer or look it up in the public register of ANAF, then submit a new invoice; the number may be used again.
UPLOAD-NO-CIF | Nu exista niciun CIF pentru care sa aveti drept in SPV || Nu exista niciun CIF pentru care sa aveti drept | Whoever authorised the connection has no rights in SPV for any company. | Enrol the certificate in SPV (form 150 or 270), then authorise again: ${REAUTHORISE}.
UPLOAD-NO-RIGHT | Nu aveti drept in SPV pentru CIF={cif=1234} || Nu aveti drept in SPV | Whoever authorised the connection has no right in SPV for the company {cif:of the invoice}. | Have the right for {cif:the company in supplier.vatNumber} granted in SPV, then authorise again: ${REAUTHORISE}.
STATE-NO-CIF | Nu exista niciun CIF petru care sa aveti drept | Whoever authorised the connection has no rights in SPV for any company, so that the state of uploads is not shown. | Enrol the certificate in SPV (form 150 or 270), then authorise again: ${REAUTHORISE}.
STATE-NO-RIGHT | Nu aveti dreptul de inteorgare pentru id_incarcare= {id=18} || Nu aveti dreptul de interogare | Whoever authorised the connection may not ask for the state of the upload {id:that the message names}: it belongs to another company. | Have the right for the company in supplier.vatNumber granted in SPV, then authorise again: ${REAUTHORISE}.
DL-NO-RIGHT | Nu aveti dreptul sa descarcati acesta factura || Nu aveti dreptul sa descarcati aceasta factura | Whoever authorised the connection may not download this invoice: it belongs to another company. | Have the right for the company in supplier.vatNumber granted in SPV, then authorise again: ${REAUTHORISE}.
OAUTH-invalid_grant | invalid_grant || Refresh Token status is expired | The authorisation of the connection has expired, was used up or was revoked. | Authorise again: ${REAUTHORISE}.
OAUTH-access_denied | access_denied | No certificate was presented at the authorisation, or its holder has no SPV account. | Plug in the qualified certificate, enrol it in SPV if needed, then authorise again: ${REAUTHORISE}.
HTTP-401 | 401 Unauthorized || Unauthorized | The access token of the connection has expired or is not valid. | Authorise again: ${REAUTHORISE}.
HTTP-403 | 403 Forbidden || Forbidden | ANAF does not accept the connection's token for this service, or for this company. | Check the enrolment of the certificate in SPV, then authorise again: ${REAUTHORISE}.
HTTP-429 | Too Many Requests | ANAF received more than 1,000 calls in a minute. | ${BACK}: the service slows down and goes on by itself.
UPLOAD-RASP-LIMIT | S-au incarcat deja {count=1000} de mesaje de tip RASP pentru cui={cui=1234} in cursul zile || S-au incarcat deja {count=1000} | ANAF took as many messages to sellers ({count}) as it admits in a day. | ${NEXT_DAY}.
DL-LIMIT | S-au facut deja 10 descarcari de mesaj in cursul zilei | The answer of this upload was downloaded ten times, as often as ANAF admits in a day. | ${NEXT_DAY}.
STATE-LIMIT | S-au facut deja {count=20} descarcari de mesaj in cursul zilei | The state or the answer of this upload was asked for {count} times, as often as ANAF admits in a day. | ${NEXT_DAY}.
LIST-LIMIT | S-au facut deja {count=1000} interogari de lista mesaje de catre utilizator in cursul zilei | The list of messages was asked for {count} times, as often as ANAF admits in a day. | ${NEXT_DAY}.
TECH | A aparut o eroare tehnica. Cod: {code=1814} || A aparut o eroare tehnica | ANAF had a technical fault (code {code:not named}); whether it has the invoice is not known. | ${BACK}: the service looks the upload up at ANAF, and sends the invoice again if it is not there.
WAF | The requested URL was rejected. Please consult with your administrator || The requested URL was rejected | The firewall of ANAF answered in place of the service; whether ANAF has the invoice is not known. | ${BACK}: the service looks the upload up at ANAF, and sends the invoice again if it is not there.
`)
