import { rejectionTable } from '../../rejections/table.js'

const REGISTER =
  'Check customer.peppolId and customer.vatNumber, which determine the address; if they are right, ask the customer to register with a Peppol provider, or send the invoice another way. {Unchanged}'
const LATER = 'The invoice needs no change'
const SAME_ID = 'The invoice needs no change. Ask the customer whether the invoice has arrived. {UnlessTaken}'
const PROVIDER = 'The invoice needs no change: the operator of the service has to make its access point'
const CUSTOMERS = 'Ask the customer to have its provider correct it; the invoice needs no change. {Unchanged}'

/**
 * Errors of an access point when it looks up the receiver or delivers the document (AS4, ebMS 3.0
 * error codes).
 */
export const TRANSPORT_REJECTIONS = rejectionTable(`
LOOKUP-NOT-REGISTERED | The participant ID '{participant.participant=iso6523-actorid-upis::0208:0123456749}' is not registered in the Peppol Network || is not registered in the Peppol Network | The customer ({participant:its address}) is not registered in the Peppol network. | ${REGISTER}.
LOOKUP-SMP-504 | lookupException: Error thrown with HTTP status code {status=504} || Error thrown with HTTP status code {status=504} | The register of the customer's provider (SMP) failed with the HTTP status {status}. | ${LATER}: wait until the register is back. {Unchanged}.
LOOKUP-NO-ENDPOINT | Failed to resolve SMP endpoint ({participant.participant=iso6523-actorid-upis::0208:0123456749}, {….documentType=busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1}, peppol-transport-as4-v2_0) || Failed to resolve SMP endpoint | The customer ({participant:its address}) is registered in Peppol, but not to receive this type of document. | Ask the customer to have its provider register Peppol BIS Billing 3.0 (in Germany also XRechnung) for customer.peppolId. {Unchanged}.
LOOKUP-CIRCUIT-BREAKER | SMP access limited by Circuit Breaker || limited by Circuit Breaker | The register of the customer's provider (SMP) failed so often that it is not asked for a while. | ${LATER}: wait until it is asked again. {Unchanged}.
LOOKUP-FETCH | Error fetching Service Details from SMP | The register of the customer's provider (SMP) returned an answer that cannot be read. | ${LATER}: the customer has to notify its provider. {Unchanged}.
LOOKUP-UNKNOWN-HOST | java.net.UnknownHostException: {host.participantHost=B-85008b8279e07ab0392da75fa55856a2.iso6523-actorid-upis.participant.sml.prod.tech.peppol.org} || UnknownHostException || NXDOMAIN | The customer has no entry in the directory of Peppol (SML). | ${REGISTER}.
C3-CERT | c3CertCheckResult: {result=expired} | The certificate of the customer's access point is not valid ({result:no reason stated}). | Ask the customer to have its provider renew the certificate; the invoice needs no change. {Unchanged}.
INVALID_PARAMETERS | sendingResult: INVALID_PARAMETERS || INVALID_PARAMETERS | The access point could not read the identifiers of sender or receiver. | Correct customer.peppolId and supplier.peppolId to scheme:value (in Belgium 0208 and the enterprise number), then submit a new invoice.
TRANSPORT_ERROR_NO_RETRY | sendingResult: TRANSPORT_ERROR_NO_RETRY || TRANSPORT_ERROR_NO_RETRY | The customer's access point cannot be reached, and sending again will not help. | ${CUSTOMERS}.
TRANSPORT_ERROR | sendingResult: TRANSPORT_ERROR || TRANSPORT_ERROR | The customer's access point cannot be reached. | ${LATER}: wait until it answers. {Unchanged}.
INVALID_SIGNAL_MESSAGE_RECEIVED | sendingResult: INVALID_SIGNAL_MESSAGE_RECEIVED || INVALID_SIGNAL_MESSAGE_RECEIVED | The customer's access point confirmed the transmission in a way that cannot be verified. | ${SAME_ID}.
NO_SIGNAL_MESSAGE_RECEIVED | sendingResult: NO_SIGNAL_MESSAGE_RECEIVED || NO_SIGNAL_MESSAGE_RECEIVED | The customer's access point did not confirm the transmission; whether it has the invoice is not known. | ${SAME_ID}.
PEPPOL:NOT_SERVICED | EBMS:0004 Other: PEPPOL:NOT_SERVICED || PEPPOL:NOT_SERVICED | The access point of the register entry does not serve this customer: it changed its provider, or the entry is out of date. | Ask the customer which provider receives for it now and have the entry of customer.peppolId corrected. {Unchanged}.
EBMS:0001 | EBMS:0001 ValueNotRecognized || ValueNotRecognized | A value in the header of the transmission was not recognised. | ${PROVIDER} correct the header; check customer.peppolId and supplier.peppolId as well, which determine it. {Unchanged}.
EBMS:0002 | EBMS:0002 FeatureNotSupported | The customer's access point does not support a feature of the transmission. | ${PROVIDER} send it without that feature, as Peppol's AS4 profile requires. {Unchanged}.
EBMS:0003 | EBMS:0003 ValueInconsistent || ValueInconsistent | Header and envelope of the transmission contradict each other. | ${PROVIDER} write both from the same customer.peppolId and supplier.peppolId. {Unchanged}.
EBMS:0004 | EBMS:0004 Other | The customer's access point refused the transmission without a reason. | Ask the customer to have its provider state the reason. {Unchanged}.
EBMS:0005 | EBMS:0005 ConnectionFailure || ConnectionFailure | The access points could not connect. | ${LATER}: wait until they can. {Unchanged}.
EBMS:0006 | EBMS:0006 EmptyMessagePartitionChannel || EmptyMessagePartitionChannel | The queue of the access point was empty. | ${PROVIDER} push the transmission in place of offering it in a queue. {Unchanged}.
EBMS:0007 | EBMS:0007 MimeInconsistency || MimeInconsistency | The parts of the transmission were packed incorrectly (MIME). | ${PROVIDER} correct how it packs them. {Unchanged}.
EBMS:0008 | EBMS:0008 FeatureNotSupported | The access point does not support a feature that the transmission requires. | ${PROVIDER} keep to the features of Peppol's AS4 profile. {Unchanged}.
EBMS:0009 | EBMS:0009 InvalidHeader || InvalidHeader | The header of the transmission is not valid. | ${PROVIDER} correct the header. {Unchanged}.
EBMS:0010 | EBMS:0010 ProcessingModeMismatch || ProcessingModeMismatch | The access points do not agree on how to exchange documents (P-Mode). | ${PROVIDER} set the mode that the customer's register entry names. {Unchanged}.
EBMS:0011 | EBMS:0011 ExternalPayloadError || ExternalPayloadError | A part of the transmission is missing. | ${PROVIDER} send the document within the transmission. {Unchanged}.
EBMS:0101 | EBMS:0101 FailedAuthentication || FailedAuthentication | The signature of the sending access point was not accepted. | ${PROVIDER} renew its certificate. {Unchanged}.
EBMS:0102 | EBMS:0102 FailedDecryption || FailedDecryption | The customer's access point could not decrypt the transmission: the certificate in its register entry is out of date. | ${CUSTOMERS}.
EBMS:0103 | EBMS:0103 PolicyNoncompliance || PolicyNoncompliance | The transmission does not meet the security policy of the customer's access point. | ${PROVIDER} sign and encrypt as Peppol's AS4 profile requires. {Unchanged}.
EBMS:0201 | EBMS:0201 DysfunctionalReliability || DysfunctionalReliability | Reliable delivery between the access points failed. | ${LATER}. Ask the customer whether the invoice has arrived. {UnlessTaken}.
EBMS:0202 | EBMS:0202 DeliveryFailure || DeliveryFailure | The customer's access point could not forward the document to the customer. | ${LATER}: the customer has to notify its provider. {Unchanged}.
EBMS:0301 | EBMS:0301 MissingReceipt || MissingReceipt | The receipt of the transmission is missing; whether it arrived is not known. | ${SAME_ID}.
EBMS:0302 | EBMS:0302 InvalidReceipt || InvalidReceipt | The receipt of the transmission is not valid; whether it arrived is not known. | ${SAME_ID}.
EBMS:0303 | EBMS:0303 DecompressionFailure || DecompressionFailure | The customer's access point could not unpack the document. | ${PROVIDER} compress it with gzip as Peppol's AS4 profile requires. {Unchanged}.
EBMS:4001 | EBMS:4001 DuplicateDetected || DuplicateDetected | The customer's access point already has this transmission. | Do nothing: the invoice is delivered. Under another number it would be a second one.
`)

/** Reports an error whose code is beside it. */
export const GENERAL_TRANSPORT_REJECTIONS = rejectionTable(
  `
AS4_ERROR_MESSAGE_RECEIVED | sendingResult: AS4_ERROR_MESSAGE_RECEIVED || AS4_ERROR_MESSAGE_RECEIVED | The customer's access point refused the transmission; the ebMS code of the reason is missing from the message. | Ask the customer to have its provider state why it refused; the operator of the service can look the code up in the report of its access point. {Unchanged}.
`,
  { isGeneral: true },
)
