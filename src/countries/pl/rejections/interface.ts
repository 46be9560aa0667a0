import { rejectionsIn } from '../../rejections/table.js'

const SERVICE = 'The invoice needs no change'
const OPERATOR = `${SERVICE}: the operator of the service has to`
const CERTIFICATES = 'It concerns the certificates of the connection, not the invoice:'

/**
 * What KSeF's interface answers to a call (`EXC-<exceptionCode>`, `HTTP-<status>`), and what its
 * outage API says.
 */
export const INTERFACE_REJECTIONS = rejectionsIn(`
EXC-9101 | Nieprawidłowy dokument | The request for authentication is not a valid document. | ${OPERATOR} build it anew.
EXC-9102 | Brak podpisu | The request for authentication is not signed. | ${OPERATOR} sign it with the connection's certificate.
EXC-9103 | Przekroczona liczba dozwolonych podpisów | The request for authentication has more than one signature. | ${OPERATOR} sign it once.
EXC-9105 | Nieprawidłowy podpis | The signature of the request for authentication is not valid. | ${OPERATOR} sign the exact document with SHA-256 or better, and name the certificate in the signature.
EXC-21001 | Nieczytelna treść | KSeF could not read the content of the call. | ${OPERATOR} send it as UTF-8.
EXC-21115 | Nieprawidłowy certyfikat | The certificate of the connection is not valid for authentication. | Take a certificate in force with an RSA key of 2048 bits or a P-256 key and give it with PUT /v1/connections/:id/credentials.
EXC-21117 | Nieprawidłowy identyfikator podmiotu dla wskazanego typu kontekstu | The company of the connection is not named by a valid NIP. | Correct supplier.vatNumber and the company's VAT number: a NIP has 10 digits, the last one a check digit. Then authorise the connection again with POST /v1/connections.
EXC-21155 | Przekroczono dozwoloną liczbę faktur w sesji || Sesja o numerze referencyjnym {session=20250626-SO-2F14610000-242991F8C9-B4} osiągnęła dozwolony limit liczby faktur {limit=10000} | The session holds as many invoices as KSeF admits. | ${SERVICE}: the service sends it in a new session.
EXC-21157 | Nieprawidłowy rozmiar części pakietu | A part of the package does not have the size that was announced, or is larger than 100 MB. | ${OPERATOR} announce the real size of each part.
EXC-21161 | Przekroczono dozwoloną liczbę części pakietu | The package has more parts than KSeF admits (50). | ${OPERATOR} pack the invoices into fewer parts.
EXC-21164 | Faktura o podanym identyfikatorze nie istnieje || Faktura o numerze KSeF {ksefNumber=5265877635-20250626-010080DD2B5E-26} nie została znaleziona | KSeF has no invoice {ksefNumber:with this KSeF number}, or not for this taxpayer. | Correct precedingInvoice.ksefNumber if the invoice refers to that number; otherwise the operator of the service has to look the number up.
EXC-21165 | Faktura o podanym numerze KSeF nie jest jeszcze dostępna || Faktura o numerze KSeF {ksefNumber=5265877635-20250626-010080DD2B5E-26} została przetworzona, ale nie jest jeszcze dostępna | KSeF has accepted the invoice {ksefNumber:that was asked for}, but does not hand it out yet. | Do nothing: the service asks for it again.
EXC-21166 | Korekta techniczna niedostępna || Faktura posiada już przetworzoną prawidłowo korektę techniczną | KSeF already has a technical correction of the invoice. | Do nothing: the corrected document counts.
EXC-21167 | Status faktury nie pozwala na korektę techniczną || Nie można wysłać korekty technicznej do prawidłowo przetworzonej faktury | The invoice was accepted, so that a technical correction is not admitted. | Submit a credit note (invoiceType credit_note) with precedingInvoice.number and precedingInvoice.ksefNumber instead.
EXC-21173 | Brak sesji o wskazanym numerze referencyjnym || Sesja o numerze referencyjnym {session=20250626-SO-2F14610000-242991F8C9-B4} nie została znaleziona | KSeF does not know the session {session:of the call}. | ${SERVICE}: the service opens a new session and sends it there, after it has asked whether KSeF has it.
EXC-21175 | Wynik zapytania o podanym identyfikatorze nie istnieje | KSeF does not know the query whose result was asked for. | ${OPERATOR} start the query again.
EXC-21178 | Nie znaleziono UPO dla podanych kryteriów || UPO o numerze KSeF {ksefNumber=5265877635-20250626-010080DD2B5E-26} i numerze referencyjnym | KSeF has no receipt (UPO) of the invoice: it is not ready, or the invoice was rejected. | Do nothing: the service reads the status of the invoice first and asks for the receipt when it is accepted.
EXC-21180-SEND | Status sesji {status=415} uniemożliwia wysyłkę faktur | The state of the session ({status:not named}) does not admit sending invoices. | ${SERVICE}: the service sends it in a new session.
EXC-21180-CLOSE | Status sesji {status=170} uniemożliwia jej zamknięcie | The state of the session ({status:not named}) does not admit closing it: it is closed or cancelled already. | Do nothing: the service reads the state of each invoice of the session.
EXC-21180 | Status sesji nie pozwala na wykonanie operacji | The state of the session does not admit the call. | ${SERVICE}: the service goes on in a new session.
EXC-21181 | Nieprawidłowe żądanie eksportu faktur | The call for an export of invoices is not valid. | ${OPERATOR} ask as the kind of party that the taxpayer is.
EXC-21182 | Osiągnięto limit trwających eksportów | As many exports of invoices run as KSeF admits. | Do nothing: the service waits until one of them ends.
EXC-21183 | Zakres filtrowania wykracza poza dostępny zakres danych | The period of the query is longer than KSeF admits. | ${OPERATOR} ask for 100 days at most.
EXC-21184 | Sesja tymczasowo niedostępna || Trwają prace serwisowe i sesja {session=20250626-SO-2F14610000-242991F8C9-B4} jest tymczasowo niedostępna | The session is out of reach for a while, since KSeF is under maintenance. | ${SERVICE}: the service sends it in a new session.
EXC-21205 | Pakiet nie może być pusty || Nie przesłano zadeklarowanej '{part=2}' części pliku | Part {part:one or more} of the package was not uploaded. | ${OPERATOR} upload all parts before the session is closed.
EXC-21208 | Czas oczekiwania na requesty upload lub finish został przekroczony || Sesja anulowana, przekroczony czas wysyłki | KSeF waited too long for the upload or for its end, and cancelled the session. | ${SERVICE}: the service sends it in a new session.
EXC-21217 | Nieprawidłowe kodowanie znaków | The document is not in UTF-8, or begins with a byte order mark. | ${OPERATOR} write it as UTF-8 without a byte order mark.
EXC-21301-REDEEMED | Tokeny dla operacji uwierzytelniania {operation=20250514-AU-2DFC46C000-3AC6D5877F-D4} zostały już pobrane | The tokens of this authentication were fetched before; KSeF gives them once. | ${SERVICE}: the service authenticates again.
EXC-21301-UNFINISHED | Status uwierzytelniania ({status=100}) nie pozwala na pobranie tokenów | The authentication has not ended well yet (state {status:not named}), so there are no tokens. | ${SERVICE}: the service waits for it, or authenticates again.
EXC-21301-REVOKED | Token KSeF został unieważniony | The KSeF token with which the connection was authorised was revoked. | Generate a new token in KSeF and give it with PUT /v1/connections/:id/credentials.
EXC-21301-REFRESH | Status uwierzytelniania ({status=425}) nie pozwala na odświeżenie tokenu dostępowego | The authentication (state {status:not named}) does not admit a new access token. | ${SERVICE}: the service authenticates again.
EXC-21301 | Brak autoryzacji | KSeF does not let the connection do this. | Check in KSeF that the connection may issue invoices for the NIP in supplier.vatNumber, then authorise it again with POST /v1/connections.
EXC-21304 | Operacja uwierzytelniania o numerze referencyjnym {operation=20250514-AU-2DFC46C000-3AC6D5877F-D4} nie została znaleziona || Brak uwierzytelnienia | KSeF does not know the authentication that the call refers to. | ${SERVICE}: the service authenticates again.
EXC-21401 | Dokument nie jest zgodny ze schemą (xsd) | The request for authentication does not match its schema. | ${OPERATOR} correct it; the company's NIP is 10 digits without PL.
EXC-21402 | Nieprawidłowy rozmiar pliku || Długość treści nie zgadza się z rozmiarem pliku | The encrypted invoice does not have the size that was announced. | ${OPERATOR} announce the bytes of the encrypted file.
EXC-21403 | Nieprawidłowy skrót pliku || Skrót treści nie zgadza się ze skrótem pliku | The encrypted invoice does not have the hash that was announced. | ${OPERATOR} announce the SHA-256 of the encrypted file.
EXC-21405 | Błąd walidacji danych wejściowych | KSeF finds a value of the call, not of the invoice, not valid. | ${OPERATOR} correct the call as the details of the message say.
EXC-21406 | Konflikt podpisu i typu uwierzytelnienia | The signature does not go with the kind of authentication that was announced. | ${OPERATOR} announce whether the certificate's subject or its fingerprint identifies the signer.
EXC-21418 | Przekazany token kontynuacji ma nieprawidłowy format | The call for a further page of a list does not have KSeF's continuation token. | ${OPERATOR} hand the token on as KSeF gave it.
EXC-21470 | Przesłany identyfikator klucza jest nieznany lub wskazuje na wycofany klucz || Klucz o identyfikatorze {key=kV1} nie jest wspierany | The certificate of KSeF with which the invoice was encrypted is unknown or withdrawn. | ${SERVICE}: the service fetches KSeF's certificates again, encrypts anew and sends it again.
EXC-25001 | Brak możliwości pobrania danych do CSR | This way of authentication does not admit asking for a certificate. | ${CERTIFICATES} the company has to log in to KSeF with a qualified signature and ask there.
EXC-25002 | Brak możliwości złożenia wniosku certyfikacyjnego | This way of authentication does not admit applying for a certificate. | ${CERTIFICATES} the company has to log in to KSeF with a qualified signature and apply there.
EXC-25003 | Dane w CSR nie zgadzają się z danymi w użytym wektorze uwierzytelniającym | The application for a certificate names someone else than whoever logged in. | ${CERTIFICATES} whoever applies has to take over the subject that KSeF gives.
EXC-25004 | Niepoprawny format CSR lub niepoprawny podpis CSR | The application for a certificate is malformed or wrongly signed. | ${CERTIFICATES} whoever applies has to send a PKCS#10 request in DER as Base64.
EXC-25006 | Osiągnięto limit możliwych do złożenia wniosków certyfikacyjnych | The company has applied for as many certificates as KSeF admits. | ${CERTIFICATES} the company has to wait until the limit is lifted, or revoke certificates that it does not need.
EXC-25007 | Osiągnięto limit dopuszczalnej liczby posiadanych certyfikatów | The company has as many certificates as KSeF admits. | ${CERTIFICATES} the company has to revoke one that it does not use.
EXC-25008 | Certyfikat o podanym numerze seryjnym nie istnieje | KSeF has no certificate of this serial number. | ${CERTIFICATES} whoever asks has to correct the serial number.
EXC-25009 | Nie można odwołać wskazanego certyfikatu, ponieważ jest już odwołany, zablokowany lub nieważny | The certificate is revoked, blocked or expired already. | ${CERTIFICATES} nothing has to be done.
EXC-25010 | Nieprawidłowy typ lub długość klucza | The key of the certificate is of a kind or length that KSeF does not take. | ${CERTIFICATES} whoever applies has to take an RSA key of 2048 bits or a P-256 key.
EXC-25011 | Nieprawidłowy algorytm podpisu CSR | The application for a certificate is signed by an algorithm that KSeF does not take. | ${CERTIFICATES} whoever applies has to sign with SHA-256.
EXC-26001 | Nie można nadać tokenowi uprawnień których nie posiadasz | The token would have permissions that whoever asks for it lacks. | It concerns the connection, not the invoice: have the token generated by someone who may issue invoices for the company.
EXC-26002 | Nie można wygenerować tokena dla obecnego typu kontekstu | KSeF gives no tokens for this kind of taxpayer context. | It concerns the connection, not the invoice: log in to KSeF for the company's NIP and generate the token there.
EXC-30001 | Podmiot lub uprawnienie już istnieje | The party or permission of the test environment exists already. | Do nothing: it can be used as it is.
EXC-71001 | Faktura nie może zostac przypisana do Identyfikatora Zbiorczego | The invoice cannot be put under a collective payment identifier. | The invoice itself is accepted. Whoever pays several invoices at once has to leave this one out of the collective identifier.
EXC-71002 | Faktura jest już przypisana do maksymalnej liczby Identyfikatorów Zbiorczych | The invoice is under as many collective payment identifiers as KSeF admits. | The invoice itself is accepted. Whoever pays several invoices at once has to use one of its identifiers.
HTTP-401 | Wymagane jest uwierzytelnienie || Unauthorized | The access token of the connection is missing, expired or not valid. | ${SERVICE}: the service renews the token. If that fails, authorise the connection again with POST /v1/connections.
HTTP-403-missing-permissions | missing-permissions | The connection lacks a permission in KSeF. | Grant it InvoiceWrite in KSeF for the NIP in supplier.vatNumber, then authorise the connection again with POST /v1/connections.
HTTP-403-ip-not-allowed | ip-not-allowed | The token of the connection admits other network addresses than that of the service. | Generate a token without a limit of addresses, or with that of the service, and give it with PUT /v1/connections/:id/credentials.
HTTP-403-insufficient-resource-access | insufficient-resource-access | The session or invoice belongs to another taxpayer than the connection. | Check that supplier.vatNumber is the NIP that the connection was authorised for, then submit a new invoice.
HTTP-403-auth-method-not-allowed | auth-method-not-allowed | KSeF does not admit this call with a token. | Authorise the connection with a certificate instead: PUT /v1/connections/:id/credentials.
HTTP-403-security-service-blocked | security-service-blocked | The security service of KSeF blocks the company's access. | The taxpayer has to call on the Ministry of Finance; invoices cannot be sent before it lifts the block.
HTTP-403-context-type-not-allowed | context-type-not-allowed || Operacja nie jest dostępna dla uwierzytelnionego typu kontekstu | KSeF does not admit this call in the context for which the connection was authorised. | Authorise the connection for the NIP in supplier.vatNumber with POST /v1/connections, then submit a new invoice.
HTTP-410 | HTTP 410 Gone || 410 Gone || HTTP 410 || HTTP-410 | KSeF no longer keeps the state that was asked for. | ${SERVICE}: the service starts the operation again.
HTTP-429 | Too Many Requests; Przekroczono limit {limit=20} żądań na minutę. Spróbuj ponownie po {seconds=30} sekundach || Too Many Requests || Przekroczono limit {limit=20} żądań | KSeF received more calls than the {limit:number} that it admits in a minute. | Do nothing: the service waits as long as KSeF says and goes on by itself.
HTTP-502 | <html><head><title>502 Bad Gateway</title></head>… || 502 Bad Gateway | KSeF's gateway failed; whether KSeF has the invoice is not known. | ${SERVICE}: the service asks KSeF whether it has the invoice, and sends it again if not.
HTTP-503 | <html><head><title>503 Service Unavailable</title></head>… || 503 Service Unavailable | KSeF is not available. | ${SERVICE}: the service sends it as soon as KSeF is back.
LATARNIA-TOTAL_FAILURE | TOTAL_FAILURE | KSeF has announced a total failure: invoices are issued outside of it, and need not be sent later. | Hand the invoice to the customer by other means, and keep it; the operator of the service has to hold the sending until the Ministry ends the failure.
LATARNIA-FAILURE | FAILURE | KSeF's outage service reports a failure: invoices are to be sent within seven working days after its end. | Do nothing: the service sends the invoice when KSeF is back.
LATARNIA-MAINTENANCE | MAINTENANCE | KSeF is under announced maintenance. | Do nothing: the service sends the invoice when KSeF is back.
`)
