import { rejections, type Row } from './rejection.js'

const REGISTER =
  'Check customer.peppolId (Belgium 0208 and the enterprise number, Germany 0204 and the Leitweg-ID or 9930 and the VAT number). If it is right, ask the customer to register in Peppol or deliver the invoice another way.'
const LATER = 'Nothing to correct in the invoice: the service tries again by itself.'
const SAME_ID =
  'Nothing to correct: the service sends it again under the same transmission id, so that the receiver drops a second copy.'
const PROVIDER =
  'The fault lies between the two access points, not in your invoice. Contact support with the invoice id.'
const CUSTOMERS_PROVIDER =
  "The customer's access point is wrongly set up. Ask the customer to have its provider look at it, then send the invoice again."

/**
 * What an access point reports when it looks the receiver up and hands the document over (AS4,
 * ebMS 3.0 error codes).
 */
const ROWS: readonly Row[] = [
  [
    'LOOKUP-NOT-REGISTERED',
    "The participant ID 'iso6523-actorid-upis::0208:0123456749' is not registered in the Peppol Network",
    /is not registered in the Peppol Network/i,
    'The customer is not registered in the Peppol network.',
    REGISTER,
  ],
  [
    'LOOKUP-SMP-504',
    'lookupException: Error thrown with HTTP status code 504',
    /Error thrown with HTTP status code 5\d\d/i,
    "The register of the customer's provider (SMP) is down.",
    LATER,
  ],
  [
    'LOOKUP-NO-ENDPOINT',
    'Failed to resolve SMP endpoint (iso6523-actorid-upis::0208:0123456749, busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1, cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0, peppol-transport-as4-v2_0)',
    /Failed to resolve SMP endpoint/i,
    'The customer is registered in Peppol, but not to receive this type of document.',
    'Ask the customer to have its provider register Peppol BIS Billing 3.0 (in Germany also XRechnung), then send the invoice again.',
  ],
  [
    'LOOKUP-CIRCUIT-BREAKER',
    'SMP access limited by Circuit Breaker',
    /limited by Circuit Breaker/i,
    "The register of the customer's provider (SMP) failed so often that it is not asked for a while.",
    LATER,
  ],
  [
    'LOOKUP-FETCH',
    'Error fetching Service Details from SMP',
    /Error fetching Service Details/i,
    "The register of the customer's provider (SMP) gave an answer that cannot be read.",
    LATER,
  ],
  [
    'LOOKUP-UNKNOWN-HOST',
    'java.net.UnknownHostException: B-85008b8279e07ab0392da75fa55856a2.iso6523-actorid-upis.participant.sml.prod.tech.peppol.org',
    /UnknownHostException|NXDOMAIN/i,
    'The customer has no entry in the directory of Peppol (SML).',
    REGISTER,
  ],
  [
    'C3-CERT',
    'c3CertCheckResult: expired',
    /c3CertCheckResult: ?(?:expired|not_yet_valid|revoked|unsupported_issuer)/i,
    "The certificate of the customer's access point is not valid.",
    CUSTOMERS_PROVIDER,
  ],
  [
    'INVALID_PARAMETERS',
    'sendingResult: INVALID_PARAMETERS',
    /INVALID_PARAMETERS/,
    'The access point could not read the identifiers of sender, receiver, document type or process.',
    'Check customer.peppolId and supplier.peppolId (scheme:value). If they are right, contact support with the invoice id.',
  ],
  [
    'TRANSPORT_ERROR_NO_RETRY',
    'sendingResult: TRANSPORT_ERROR_NO_RETRY',
    /TRANSPORT_ERROR_NO_RETRY/,
    "The customer's access point cannot be reached, and trying again will not help.",
    CUSTOMERS_PROVIDER,
  ],
  [
    'TRANSPORT_ERROR',
    'sendingResult: TRANSPORT_ERROR',
    /\bTRANSPORT_ERROR\b/,
    "The customer's access point cannot be reached.",
    LATER,
  ],
  [
    'INVALID_SIGNAL_MESSAGE_RECEIVED',
    'sendingResult: INVALID_SIGNAL_MESSAGE_RECEIVED',
    /INVALID_SIGNAL_MESSAGE_RECEIVED/,
    "The customer's access point confirmed the transmission in a way that cannot be verified.",
    SAME_ID,
  ],
  [
    'NO_SIGNAL_MESSAGE_RECEIVED',
    'sendingResult: NO_SIGNAL_MESSAGE_RECEIVED',
    /NO_SIGNAL_MESSAGE_RECEIVED/,
    "The customer's access point did not confirm the transmission; whether it has the invoice is not known.",
    SAME_ID,
  ],
  [
    'PEPPOL:NOT_SERVICED',
    'EBMS:0004 Other: PEPPOL:NOT_SERVICED',
    /PEPPOL:NOT_SERVICED/,
    'The access point of the register entry does not serve this customer: it changed its provider, or the entry is out of date.',
    'Ask the customer which provider receives for it now, have the entry corrected, and send the invoice again.',
  ],
  ...ebms('0001', 'ValueNotRecognized', 'A value in the header of the transmission was not recognised.', PROVIDER),
  ...ebms('0002', 'FeatureNotSupported', "The customer's access point does not support a feature.", PROVIDER),
  ...ebms('0003', 'ValueInconsistent', 'Header and envelope of the transmission contradict each other.', PROVIDER),
  ...ebms(
    '0004',
    'Other',
    "The customer's access point refused the transmission without saying why.",
    CUSTOMERS_PROVIDER,
  ),
  ...ebms('0005', 'ConnectionFailure', 'The access points could not connect.', LATER),
  ...ebms('0006', 'EmptyMessagePartitionChannel', 'The queue of the access point was empty.', PROVIDER),
  ...ebms('0007', 'MimeInconsistency', 'The transmission was packed wrongly.', PROVIDER),
  ...ebms('0008', 'FeatureNotSupported', "The customer's access point does not support a feature.", PROVIDER),
  ...ebms('0009', 'InvalidHeader', 'The header of the transmission is not valid.', PROVIDER),
  ...ebms('0010', 'ProcessingModeMismatch', 'The access points do not agree on how to exchange documents.', PROVIDER),
  ...ebms('0011', 'ExternalPayloadError', 'A part of the transmission is missing.', PROVIDER),
  ...ebms('0101', 'FailedAuthentication', 'The signature of our access point was not accepted.', PROVIDER),
  ...ebms(
    '0102',
    'FailedDecryption',
    "The customer's access point could not decrypt the transmission.",
    CUSTOMERS_PROVIDER,
  ),
  ...ebms('0103', 'PolicyNoncompliance', 'The transmission does not meet the security policy.', PROVIDER),
  ...ebms('0201', 'DysfunctionalReliability', 'Reliable delivery failed.', LATER),
  ...ebms('0202', 'DeliveryFailure', "The customer's access point could not deliver the document.", LATER),
  ...ebms('0301', 'MissingReceipt', 'The receipt of the transmission is missing.', SAME_ID),
  ...ebms('0302', 'InvalidReceipt', 'The receipt of the transmission is not valid.', SAME_ID),
  ...ebms('0303', 'DecompressionFailure', "The customer's access point could not unpack the document.", PROVIDER),
  ...ebms(
    ...(['4001', 'DuplicateDetected', "The customer's access point already has this transmission."] as const),
    'Nothing to do: the invoice is delivered. Do not send it again under another number.',
  ),
  [
    'AS4_ERROR_MESSAGE_RECEIVED',
    'sendingResult: AS4_ERROR_MESSAGE_RECEIVED',
    /AS4_ERROR_MESSAGE_RECEIVED/,
    "The customer's access point refused the transmission.",
    CUSTOMERS_PROVIDER,
  ],
]

function ebms(number: string, name: string, errorTranslated: string, errorFix: string): readonly Row[] {
  return [[`EBMS:${number}`, `EBMS:${number} ${name}`, new RegExp(`EBMS:${number}\\b`), errorTranslated, errorFix]]
}

/** The refusals on the way to the receiver. */
export const TRANSPORT_REJECTIONS = rejections(ROWS)
