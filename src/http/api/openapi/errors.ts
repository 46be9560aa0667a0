import { inOneLine } from '../../../einvoice/rules/judgement.js'
import type { Example } from './example.js'
import { headersOf } from './headers.js'
import { inner, innerObjects, isObject, type JsonObject } from './components.js'
import { SHOWN } from './countries.js'
import { ruleLink } from '../rule-links.js'

interface SharedError {
  readonly name: string
  readonly examples: Readonly<Record<string, Example>>
}

const REQUEST_ID = 'req_3zT1vYb0mWQk5N8xHc2RfA'

function error(
  summary: string,
  type: string,
  message: string,
  more: JsonObject = {},
  beside: JsonObject = {},
): Example {
  const { details, ...rest } = more
  const body = { type, message, ...(details === undefined ? {} : { details }), requestId: REQUEST_ID, ...rest }
  return { summary, value: { error: body, ...beside } }
}

function invalid(summary: string, path: string, message: string, whole = [path, message].join(' ').trim()): Example {
  return error(summary, 'validation_error', whole, { details: [{ path, message }] })
}

/** A finding of the example's country, as a detail. */
const BROKEN = {
  ...SHOWN.example.breach.finding,
  docs: ruleLink('https://api.example.com', SHOWN.example.breach.finding.rule),
}

const ACCOUNT = 'acc_9XbQ4nTz7LrV2cKw0RsYdM'

const USED_UP = { limit: 50, remaining: 0 }

/** The error answers, the same for every operation; a test provokes each example. */
export const SHARED_ERRORS: Readonly<Record<number, SharedError>> = {
  400: {
    name: 'ValidationError',
    examples: {
      missingField: invalid('A field is missing', 'lines[0].unitPrice', 'is required; send a number'),
      brokenRule: error('A rule is broken, with validate=true', 'validation_error', inOneLine(BROKEN), {
        details: [BROKEN],
      }),
      brokenJson: invalid(
        'Not JSON',
        '',
        'The body is not valid JSON at line 1, column 2: expected a name in double quotation marks, or "}", but found "x"',
      ),
    },
  },
  401: {
    name: 'Unauthenticated',
    examples: {
      noKey: error(
        'No key',
        'authentication_error',
        'Invalid API key: No API key given; send the header Authorization: Bearer followed by a key (sk_test_… or sk_live_…)',
      ),
      invalidKey: error('Unknown, revoked or expired', 'authentication_error', 'Invalid API key'),
    },
  },
  403: {
    name: 'Forbidden',
    examples: {
      readOnlyKey: error(
        'A key that may only read',
        'forbidden_error',
        'This API key may only read; use a key with the permission full',
      ),
      usageLimit: error(
        "The month's invoices are used up",
        'usage_limit_exceeded',
        "The plan's 50 invoices of this calendar month (UTC) are used up; the count restarts on 2026-04-01. POST /v1/invoices/validate does not " +
          'count. On your own server: npx clearway accounts plan acc_9XbQ4nTz7LrV2cKw0RsYdM unlimited',
        USED_UP,
        USED_UP,
      ),
      companyLimit: error(
        'A limit of the plan',
        'limit_exceeded',
        'The plan allows 10 active companies; delete one, or ask for a larger plan. On your own server: ' +
          `npx clearway accounts plan ${ACCOUNT} unlimited`,
      ),
    },
  },
  404: {
    name: 'NotFound',
    examples: {
      unknown: error('Unknown, or of another account', 'not_found', 'No such invoice'),
      otherId: error(
        'The id of something else',
        'not_found',
        'No such invoice: comp_7QxGk2sVb9LnT0wRc4ZmYe is the id of a company',
      ),
    },
  },
  406: {
    name: 'NotAcceptable',
    examples: {
      noLevel: invalid(
        'Not in this form',
        '',
        'The invoice is in EXTENDED-CTC-FR, an extension of EN 16931 for which Factur-X has no level. Get its XML ' +
          '(documents/xml) and its PDF (documents/pdf).',
      ),
    },
  },
  409: {
    name: 'Conflict',
    examples: {
      keyReused: error(
        'An idempotency key with another body',
        'conflict_error',
        'The idempotency key was already used with a different body; use a new key for a new invoice',
      ),
      alreadyRevoked: error('Already in that state', 'conflict_error', 'The API key is already revoked'),
    },
  },
  413: { name: 'TooLarge', examples: { tooLarge: invalid('Too large', '', 'The body is larger than 12 MiB') } },
  415: {
    name: 'UnsupportedMediaType',
    examples: {
      notJson: invalid('Not JSON', '', 'The body must be JSON, sent with the header Content-Type: application/json'),
      coding: invalid(
        'Compressed with anything but gzip',
        '',
        `The body's Content-Encoding "br" is not supported; send gzip, or the body as it is`,
      ),
    },
  },
  429: {
    name: 'RateLimited',
    examples: {
      tooMany: error(
        'Too many requests',
        'rate_limit_error',
        'More than 600 requests in this minute. Retry in 30 seconds.',
      ),
    },
  },
  500: {
    name: 'InternalError',
    examples: { internal: error('An error of the service', 'server_error', 'Internal error; retrying is safe') },
  },
  503: {
    name: 'Unavailable',
    examples: {
      away: error('For some moments', 'server_error', 'Temporarily unavailable; retry with backoff'),
    },
  },
}

const ERROR = { $ref: '#/components/schemas/Error' }

/**
 * Puts each error answer into `components.responses`, once, and refers to it. Changes the
 * document.
 */
export function shareErrors(document: JsonObject): void {
  const shared: JsonObject = {}
  for (const [, item] of innerObjects(inner(document, 'paths'))) {
    for (const [, operation] of innerObjects(item)) {
      const answers = inner(operation, 'responses')
      for (const [status, answer] of Object.entries(answers)) {
        const known = SHARED_ERRORS[Number(status)]
        if (!known || !isError(answer)) continue
        shared[known.name] = {
          description: answer['description'],
          headers: headersOf(Number(status), 'authenticated'),
          content: { 'application/json': { schema: ERROR, examples: known.examples } },
        }
        answers[status] = { $ref: `#/components/responses/${known.name}` }
      }
    }
  }
  document['components'] = { ...inner(document, 'components'), responses: shared }
}

function isError(answer: unknown): answer is JsonObject {
  return isObject(answer) && JSON.stringify(answer).includes(`"${ERROR.$ref}"`)
}
