import { rejectionTable } from '../../rejections/table.js'

const SERVICE = 'The invoice needs no change'
const REAUTHORISE = 'Authorise the connection again: POST /v1/connections for the same company and country'
const NEW_TOKEN = 'Generate a new token in KSeF and send it with PUT /v1/connections/:id/credentials'
const NEW_CERTIFICATE = 'send it with PUT /v1/connections/:id/credentials'

/** Sessions (`SES-<status>`) and authentication (`AUTH-<status>`). */
export const ACCESS_REJECTIONS = rejectionTable(`
SES-405 | Błąd weryfikacji poprawności dostarczonych elementów paczki | The parts of the package do not have the hashes and sizes that were announced. | ${SERVICE}: the operator of the service has to correct how it computes them. {Unchanged}.
SES-415-KEY | Rozszyfrowania klucza symetrycznego zakończone błędem | KSeF could not decrypt the symmetric key of the session. | ${SERVICE}: the operator of the service has to encrypt the key with KSeF's certificate of this environment and open a new session. {Unchanged}.
SES-415 | Błąd odszyfrowania dostarczonego klucza | KSeF could not decrypt the key of the session: it was encrypted for another environment or in another way. | ${SERVICE}: the operator of the service has to fetch KSeF's certificate again and open a new session. {Unchanged}.
SES-420 | Przekroczony limit faktur w sesji | The session holds as many invoices as KSeF allows (10,000). | ${SERVICE}. {Unchanged}.
SES-430 | Błąd dekompresji pierwotnego archiwum | KSeF could not unpack the archive of the package. | ${SERVICE}: the operator of the service has to pack it as a plain ZIP. {Unchanged}.
SES-435 | Błąd odszyfrowania zaszyfrowanych części archiwum | KSeF could not decrypt the parts of the package. | ${SERVICE}: the operator of the service has to encrypt every part with the key of the session. {Unchanged}.
SES-440-TIME | Przekroczono czas wysyłki | KSeF cancelled the session, because the upload took too long. | ${SERVICE}. {Unchanged}.
SES-440-EMPTY | Nie przesłano faktur | KSeF cancelled the session, because it contained no invoice. | ${SERVICE}. {Unchanged}.
SES-440 | Sesja anulowana | KSeF cancelled the session. | ${SERVICE}. {Unchanged}.
SES-445 | Błąd weryfikacji, brak poprawnych faktur | No invoice of the session was valid. | See errorMessage of each invoice of the session: its own status names the field to correct, such as supplier.vatNumber or lines[].vatRate; {corrected}.
AUTH-415 | Brak przypisanych uprawnień | The person who authorised the connection has no permission in KSeF for this company. | Have permissions granted for the NIP in supplier.vatNumber (form ZAW-FA or the taxpayer application of KSeF). ${REAUTHORISE}. {Unchanged}.
AUTH-425 | Uwierzytelnienie i powiązane refresh tokeny zostały unieważnione przez użytkownika || Uwierzytelnienie unieważnione | A user of the company revoked the authentication of the connection in KSeF. | ${REAUTHORISE}. {Unchanged}.
AUTH-450-CHALLENGE EXC-21111 | Nieprawidłowe wyzwanie autoryzacyjne | The challenge of the authentication was wrong or older than ten minutes. | ${SERVICE}: the operator of the service has to request a new challenge for each authentication. {Unchanged}.
AUTH-450-REVOKED | Token unieważniony | The KSeF token of the connection was revoked. | ${NEW_TOKEN}. {Unchanged}.
AUTH-450-INACTIVE | Token nieaktywny | The KSeF token of the connection is not active, or not yet. | Wait until KSeF shows the token as active. If it stays inactive: ${NEW_TOKEN.toLowerCase().replace('ksef', 'KSeF').replace('put', 'PUT')}. {Unchanged}.
AUTH-450-ENCRYPTION | Nieprawidłowe szyfrowanie tokena | The KSeF token was encrypted in a way that KSeF does not accept. | ${SERVICE}: the operator of the service has to encrypt it with KSeF's token certificate of this environment. {Unchanged}.
AUTH-450-ENCODING | Nieprawidłowe kodowanie tokena | The KSeF token was sent in an encoding that KSeF does not accept. | ${SERVICE}: the operator of the service has to encode it as Base64 of UTF-8. {Unchanged}.
AUTH-450-TIME | Nieprawidłowy czas tokena | The time sent with the KSeF token is not that of the challenge. | ${SERVICE}: the operator of the service has to send the time of the challenge in milliseconds. {Unchanged}.
AUTH-450-CONTEXT | Token nie może być użyty w kontekście {context.supplierNumber=5265877635} | The KSeF token of the connection was issued for another taxpayer than {context:that of the invoice}. | Compare the NIP in supplier.vatNumber with the taxpayer of the token. If they differ: ${NEW_TOKEN.toLowerCase().replace('ksef', 'KSeF').replace('put', 'PUT')} for that NIP. {Unchanged}.
AUTH-450-TOKEN | Nieprawidłowy token | KSeF does not know the token of the connection. | ${NEW_TOKEN}. {Unchanged}.
AUTH-450 | Uwierzytelnianie zakończone niepowodzeniem z powodu błędnego tokenu | KSeF does not accept the token of the connection. | ${NEW_TOKEN}. {Unchanged}.
AUTH-460-EXPIRED | Nieważny certyfikat | The certificate of the connection has expired or is not valid yet. | Renew the certificate in KSeF and ${NEW_CERTIFICATE}. {Unchanged}.
AUTH-460-CHAIN | Błąd weryfikacji łańcucha certyfikatów | KSeF could not verify the chain of the connection's certificate. | Use a qualified certificate or one that KSeF issued, with its intermediate certificates, and ${NEW_CERTIFICATE}. {Unchanged}.
AUTH-460-UNTRUSTED | Niezaufany łańcuch certyfikatów | KSeF does not trust the issuer of the connection's certificate. | Use a qualified certificate or one that KSeF issued (a self-signed one works only in the test environment) and ${NEW_CERTIFICATE}. {Unchanged}.
AUTH-460-REVOKED | Certyfikat odwołany | The certificate of the connection was revoked. | Obtain a new certificate in KSeF and ${NEW_CERTIFICATE}. {Unchanged}.
AUTH-460-SUSPENDED | Certyfikat zawieszony | The certificate of the connection is suspended. | Have it reinstated, or obtain another one and ${NEW_CERTIFICATE}. {Unchanged}.
AUTH-460-SUBJECT | Niepoprawny certyfikat | The certificate of the connection names no person known to KSeF. | Use a certificate whose subject contains the NIP or PESEL of an authorised person, or register its fingerprint in KSeF, and ${NEW_CERTIFICATE}. {Unchanged}.
AUTH-460 | Uwierzytelnianie zakończone niepowodzeniem z powodu błędu certyfikatu | KSeF does not accept the certificate of the connection. | Use a valid certificate of KSeF or a qualified one and ${NEW_CERTIFICATE}. {Unchanged}.
AUTH-470 EXC-21308 | Próba wykorzystania metod autoryzacyjnych osoby zmarłej | The credentials of the connection belong to a person who has died. | Have another person authorised in KSeF for the company. ${REAUTHORISE}. {Unchanged}.
AUTH-480 | Podejrzenie incydentu bezpieczeństwa || Uwierzytelnienie zablokowane | KSeF has blocked the company's access on suspicion of a security incident. | The taxpayer has to contact the Ministry of Finance through its report form; invoices cannot be sent before it lifts the block. {Unchanged}.
AUTH-400 | Uwierzytelnianie zakończone niepowodzeniem | The authentication of the connection at KSeF failed. | ${REAUTHORISE}. {Unchanged}.
`)
