import { isObject, itemsOf } from '../../../domain/json.js'
/** An access point's report on one try to deliver a document. */
export interface SendingReport {
  /** SBDH instance id of the document; null: absent. */
  readonly instanceId: string | null
  readonly isSent: boolean
  /** AS4 message id of the try; null: absent. */
  readonly messageId: string | null
  /** Why it was not sent, one line per cause, in the words of the access points. */
  readonly text: string
}

/**
 * The meaning of a failure. `final`: a retry is useless. `passing`: a retry may succeed.
 * `unknown`: the receiver may have the document. `delivered`: the receiver has it.
 */
type FailureMeaning = 'final' | 'passing' | 'unknown' | 'delivered'

/** Parses a report in JSON; null: it is not a report. */
export function readReport(json: unknown): SendingReport | null {
  if (!isObject(json)) return null
  const { sendingSuccess, overallSuccess, lookupError, sendingResult } = json
  if (typeof sendingSuccess !== 'boolean' && typeof overallSuccess !== 'boolean' && lookupError === undefined)
    return null
  return {
    instanceId: textOf(json['sbdhInstanceIdentifier']),
    // A failure after the transmission, such as of the network's statistics, does not undo it.
    isSent: sendingSuccess === true || (sendingSuccess === undefined && overallSuccess === true),
    messageId: textOf(json['as4MessageId']),
    text: linesOf(json, textOf(lookupError), textOf(sendingResult)).join('\n'),
  }
}

function linesOf(
  json: Readonly<Record<string, unknown>>,
  lookupError: string | null,
  sendingResult: string | null,
): readonly string[] {
  const errors = itemsOf(json['as4ResponseErrors'])
  const certificate = textOf(json['c3CertCheckResult'])
  const lines = [
    lookupError,
    sendingResult === null || sendingResult === 'SUCCESS' ? null : `sendingResult: ${sendingResult}`,
    ...errors.map(ebmsError),
    certificate === null || /^(?:valid|not_checked)$/i.test(certificate) ? null : `c3CertCheckResult: ${certificate}`,
    // phase4 names its errors and exceptions after the failed step.
    ...Object.entries(json).flatMap(([name, value]) => {
      if (name.endsWith('Exception')) {
        const message = exceptionText(value)
        return message === null ? [] : [`${name}: ${message}`]
      }
      return /.SendingError$|^sendingError$/.test(name) ? [textOf(value)] : []
    }),
  ].filter((line) => line !== null)
  return lines.length > 0 ? [...new Set(lines)] : ['the access point reports that the document was not sent']
}

/** The message, with its class if needed: for an unknown host it only contains the name. */
function exceptionText(exception: unknown): string | null {
  if (!isObject(exception)) return textOf(exception)
  const [name, message] = [textOf(exception['class']), textOf(exception['message'])]
  return name?.endsWith('UnknownHostException') === true && message !== null ? `${name}: ${message}` : message
}

/** `EBMS:0004 Other: PEPPOL:NOT_SERVICED`. */
function ebmsError(error: unknown): string | null {
  if (!isObject(error)) return null
  const [code, name, detail, description] = ['errorCode', 'shortDescription', 'errorDetails', 'description'].map(
    (field) => textOf(error[field]),
  )
  const head = [code, name].filter((part) => part !== null && part !== undefined).join(' ')
  const why = [detail, description].filter((part) => part !== null && part !== undefined).join('; ')
  return head === '' && why === '' ? null : [head, why].filter((part) => part !== '').join(': ')
}

/** The meaning of the texts of a failure, from a report or a status. The strongest decides. */
export function meaningOf(text: string): FailureMeaning {
  if (/EBMS:4001|DuplicateDetected/.test(text)) return 'delivered'
  if (UNKNOWN.test(text)) return 'unknown'
  // A text that sounds final may quote an outage.
  return FINAL.test(text) && !isPassingLookup(text) ? 'final' : 'passing'
}

/**
 * Whether the look-up failed: an unavailable register or directory is no statement about the
 * participant.
 */
function isPassingLookup(text: string): boolean {
  if (AWAY.test(text)) return true
  const exception = text.split('\n').find((line) => line.startsWith('lookupException: '))
  if (exception !== undefined && NO_ENTRY.test(exception)) return false
  return (
    text.includes('Error fetching Service Details') ||
    (exception !== undefined && text.includes('Failed to resolve SMP endpoint'))
  )
}

const AWAY =
  /HTTP status code (?:5\d\d|429)|Circuit Breaker|SocketTimeout|timed? ?out|ConnectException|Connection (?:refused|reset)|Temporary failure in name resolution|SERVFAIL/i

/** The register or the directory responded that there is none. */
const NO_ENTRY = /HTTP status code 4(?:04|10)\b|UnknownHostException: \S+\.iso6523-actorid-upis\.|NXDOMAIN/

/** Neither waiting nor a retry helps. */
const FINAL =
  /is not registered in the Peppol Network|Failed to resolve SMP endpoint|UnknownHostException: \S+\.iso6523-actorid-upis\.|NXDOMAIN|INVALID_PARAMETERS|TRANSPORT_ERROR_NO_RETRY|PEPPOL:NOT_SERVICED|c3CertCheckResult: (?:expired|revoked|unsupported_issuer)|EBMS:(?:000[1-3]|000[6-9]|001[01]|010[1-3]|0303)\b/

/**
 * It is unknown whether the receiver has it: a connection may break before the response arrives.
 */
const UNKNOWN =
  /NO_SIGNAL_MESSAGE_RECEIVED|INVALID_SIGNAL_MESSAGE_RECEIVED|TRANSPORT_ERROR(?!_NO_RETRY)|EBMS:(?:0201|030[12])\b/

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
