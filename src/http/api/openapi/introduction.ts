import { groupsBy, SHOWN } from './countries.js'

/** The rows of the table of codes: countries of the same network share one. */
const offeredCodes = groupsBy(({ invoicing }) => (invoicing === null ? [] : [invoicing.simulator.offeredCodes]))
  .map(({ names, common }) => `| ${names} | ${common.map((code) => `\`${code}\``).join(', ')} |`)
  .join('\n')

/** The text of the API reference before the first operation (CommonMark). */
export const INTRODUCTION = `
Post an invoice as JSON. Clearway validates it against EN 16931 and the rules of the country, converts it to the
country's XML, submits it to the government, tracks it until the decision, explains a rejection in English with a fix,
and notifies your webhook of every step.

## Authentication
Send your API key with every request: \`Authorization: Bearer sk_test_…\`. The key's prefix selects the environment:
\`sk_test_\` the test environment, \`sk_live_\` production. Both share this address and nothing else. The page of each
operation can send requests with your test key.

## From key to accepted invoice
1. \`POST /v1/companies\`: the company that invoices.
2. \`POST /v1/connections\`: its connection to the government; active at once in the test environment.
3. \`POST /v1/invoices\`: returns at once with status \`created\`. Some seconds later, \`GET /v1/invoices/{id}\` shows \`accepted\`.

\`POST /v1/invoices/batch\` accepts up to 1,000 invoices at once, one per line, and returns a result for each.
\`POST /v1/invoices/validate\` validates an invoice without creating it. \`POST /v1/invoices?validate=true\` creates it only if it breaks no rule.

## Repeating a request
Send \`X-Idempotency-Key\` (or \`Idempotency-Key\`) with any POST and repeat the request as often as you like: it has
one effect, and a repeated answer carries \`Idempotent-Replayed: true\`. The same key with another request is a 409. Each
operation has its own keys; those of invoices live as long as the invoice, others 30 days. A secret is shown again for
24 hours. \`POST /v1/invoices/validate\` has no effect and ignores the key. You may retry statuses 429, 500, 502 and 503,
after the seconds in \`Retry-After\` if the header is present, otherwise with growing pauses. 400, 401, 403, 404 and 409
stay the same until you change the request.

## Reading what you have just created
What was acknowledged is found by its id at once: \`GET\` of an invoice, its events, documents and proof, of a company, a
connection or a delivery, and an invoice of a company that was connected a moment ago (by \`companyId\`) never depend on
how far the lists are. Lists, searches and the feed usually follow within a second; an answer to a POST waits up to two seconds
for them.

## Errors
Every error has the same shape: \`error.type\` for programs, \`error.message\` for people, \`error.requestId\` for support
(also in the header \`X-Request-Id\` of every answer), and with \`validation_error\` one entry in \`error.details\` for each
invalid field, by its path: \`lines[0].unitPrice\`. An invoice never changes: to correct one with the status \`error\` or
\`rejected\`, create a new one; its number may be the same. A government's rejection is no HTTP error: the invoice gets
the status \`rejected\`, with \`errorMessage\` in the government's words, \`errorTranslated\` and \`errorFix\`. Every rule
that a finding names has a page in the [reference of rules](docs/rules): why it exists, how to fix a finding, an example.

A path with a method that it does not have is a 405 with the type \`not_found\`; its header \`Allow\` has the methods.

## Numbers
Amounts, prices, quantities and rates are JSON numbers, not strings, with at most 10 decimal places. The service reads
them as the decimal that you write, up to 15 significant digits; it computes nothing in binary floating point. A number
as programs print it after a computation, such as \`3.0300000000000002\` for 3 × 1.01, is read as the intended decimal,
3.03. If the intended decimal is not clear, the answer is a 400 that names the nearest number.

## Trying every path
In the test environment the governments are simulated; they accept after about 10 seconds. Put one of these into the customer's \`name\` or into \`externalId\`:

| value | what happens |
|---|---|
| \`SIM-REJECT-${SHOWN.example.rejectCode}\` | rejected with this error of the country's catalogue, in its own words, quoting this invoice, and explained |
| \`SIM-OUTAGE-30\` | the government is unreachable for 30 seconds; the invoice waits in \`submitting\` and then continues |
| \`SIM-SLOW-60\` | the decision comes 60 seconds later |

| country | codes after \`SIM-REJECT-\` |
|---|---|
${offeredCodes}

You can append a text to a code, as in \`SIM-REJECT-${SHOWN.example.rejectCode}-4713\`. An
\`externalId\` with such a value does not become the invoice's number: without \`number\` a new one is made, so that you
can use the same value again and again. A code that the country does not have is rejected with the value itself as its
text. A second invoice with the same number from the same supplier is rejected as the country would reject it.

## Limits
The free plan has 50 test invoices in a calendar month (UTC). A created invoice counts; a validation, a rejected request
(400) and a repetition with an idempotency key do not. An invoice over the limit is a 403 \`usage_limit_exceeded\`, which
names the day on which the count restarts. So validate while you experiment. On your own server,
\`npx clearway accounts plan ACCOUNT unlimited\` lifts the limit, and that of 10 active companies.

Every answer to a valid key has the headers \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix
time); they count by account, environment and minute. Too many concurrent requests of your account are a 429, too; those
under way continue. One resource can be changed 20 times a minute (an invoice can be retried and a delivery be requested
again 10 times), and 60 keys, companies and connections can be created in a minute: a request over these limits is a 429
that states when to continue. A body has at most 12 MiB, also after decompression, and may be sent with
\`Content-Encoding: gzip\`; an invoice has at most 9,999 lines with their sub-lines, and 50 attachments. A body that
arrives too slowly (under 1 KB a second, or for two minutes) is a 408.
`.trim()

/**
 * Generators write one file for each tag: with the tag of the operations on `/v1/webhooks` one
 * would replace the other.
 */
export const EVENTS_TAG = 'Webhook events'

/** The groups of operations, in the order in which the reference shows them. */
export const TAGS = [
  { name: 'Companies', description: 'The companies that invoice' },
  { name: 'Connections', description: "A company's access to a government" },
  { name: 'Invoices', description: 'Create, follow and find invoices' },
  { name: 'Receiving', description: 'Invoices that suppliers send to the companies' },
  {
    name: 'Webhooks',
    description: 'Get notified when a status changes, view deliveries, and request them again',
  },
  { name: EVENTS_TAG, description: 'What is sent to your webhook' },
  { name: 'Events', description: 'Read the events of webhooks, from where you stopped' },
  { name: 'Participants', description: 'Who receives invoices over the Peppol network' },
  { name: 'API keys', description: 'Keys of both environments' },
  { name: 'Operation', description: 'State of the service; without a key' },
]
