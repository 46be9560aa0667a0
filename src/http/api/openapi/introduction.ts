import { groupsBy, SHOWN } from './countries.js'

/** The rows of the table of codes: countries of the same network share one. */
const offeredCodes = groupsBy(({ invoicing }) => (invoicing === null ? [] : [invoicing.simulator.offeredCodes]))
  .map(({ names, common }) => `| ${names} | ${common.map((code) => `\`${code}\``).join(', ')} |`)
  .join('\n')

/** What the API reference says before the first operation (CommonMark). */
export const INTRODUCTION = `
Post an invoice as JSON. Clearway validates it against EN 16931 and the rules of the country, converts it to the country's XML, submits it to the
government, follows it until the decision, explains a rejection in English with a fix, and tells your webhook of every step.

## Authentication
Send your API key with every request: \`Authorization: Bearer sk_test_…\`. The key's prefix selects the environment: \`sk_test_\` the test environment,
\`sk_live_\` production. Both share this address and nothing else. The page of each operation sends requests with your test key.

## From key to accepted invoice
1. \`POST /v1/companies\`: the company that invoices.
2. \`POST /v1/connections\`: its connection to the government; active at once in the test environment.
3. \`POST /v1/invoices\`: answers at once with status \`created\`. Some seconds later \`GET /v1/invoices/{id}\` says \`accepted\`.

\`POST /v1/invoices/batch\` takes up to 1,000 invoices at once, one a line, and answers for each.
\`POST /v1/invoices/validate\` judges an invoice without creating it. \`POST /v1/invoices?validate=true\` creates it only if it breaks no rule.

## Repeating a request
Send \`X-Idempotency-Key\` (or \`Idempotency-Key\`) with any POST and repeat the request as often as you like: it has one effect, and a repeated answer carries
\`Idempotent-Replayed: true\`. The same key with another request is a 409. Each operation has keys of its own; those of invoices live as long as the invoice, others 30 days. A
secret is shown again for 24 hours. \`POST /v1/invoices/validate\` has no effect and ignores the key. Statuses 429, 500, 502 and 503 may be retried, after the seconds of
\`Retry-After\` where it is given, else with growing pauses. 400, 401, 403, 404 and 409 stay what they are until you change the request.

## Errors
Every error has the same shape: \`error.type\` for programs, \`error.message\` for people, \`error.requestId\` for support (also in the header
\`X-Request-Id\` of every answer), and with \`validation_error\` one entry in \`error.details\` for each wrong field, by its path:
\`lines[0].unitPrice\`. An invoice is never changed: one with the status \`error\` or \`rejected\` is corrected by a new one, whose number may be the same. A government's rejection is no HTTP error: the invoice gets the status \`rejected\`, with \`errorMessage\` in the government's words,
\`errorTranslated\` and \`errorFix\`. Every rule that a finding names has a page in the [reference of rules](docs/rules): why it is there, what to do, an
example.

## Numbers
Amounts, prices, quantities and rates are JSON numbers, not strings, with at most 10 decimal places. They are taken as the decimal that you write, up to
15 significant digits; nothing is computed in binary floating point. A number as programs print it after computing, such as \`3.0300000000000002\` for
3 × 1.01, is taken as the decimal that was meant, 3.03. Where that can't be told, the answer is a 400 that names the nearest number.

## Trying every path
In the test environment the governments are simulated; they accept after about 10 seconds. Put one of these into the customer's \`name\` or into \`externalId\`:

| value | what happens |
|---|---|
| \`SIM-REJECT-${SHOWN.example.rejectCode}\` | rejected with this error of the country's catalogue, in its own words, quoting this invoice, and explained |
| \`SIM-OUTAGE-30\` | the government is unreachable for 30 seconds; the invoice waits in \`submitting\` and goes on by itself |
| \`SIM-SLOW-60\` | the decision comes 60 seconds later |

| country | codes after \`SIM-REJECT-\` |
|---|---|
${offeredCodes}

What follows a code is yours, as in \`SIM-REJECT-${SHOWN.example.rejectCode}-4713\`. An \`externalId\` with such a value does not become the invoice's number: without \`number\` a new one is
made, so that the same value works again and again. A code that the country does not know is rejected with the value itself as its text. A second invoice under the same number of the same supplier is
rejected as the country would.

## Limits
The free plan has 50 test invoices in a calendar month (UTC). A created invoice counts; a validation, a refused request (400) and a repetition under an
idempotency key do not. What is more is a 403 \`usage_limit_exceeded\`, which says on which day the count begins anew. So validate while you try things
out. On a service of your own, \`npx clearway accounts plan ACCOUNT unlimited\` lifts the limit, and that of 10 active companies.

\`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time) stand on every answer to a valid key; they count by account,
environment and minute. Too many requests of yours at once are a 429, too; those under way go on. One resource can be changed 20 times a minute (an invoice be retried and a
delivery be asked for again 10 times), and 60 keys, companies and connections can be made in one: what is more is a 429 that says when to go on. A body has at most 12 MiB, also after it is decompressed,
and may come with \`Content-Encoding: gzip\`; an invoice has at most 9,999 lines and 50 attachments. A body that comes too slowly (under 1 KB a second, or for two
minutes) is a 408.
`.trim()

/** The groups of operations, in the order in which the reference shows them. */
export const TAGS = [
  { name: 'Invoices', description: 'Create, follow and find invoices' },
  { name: 'Companies', description: 'The companies that invoice' },
  { name: 'Connections', description: "A company's access to a government" },
  { name: 'Participants', description: 'Who receives invoices over the Peppol network' },
  {
    name: 'Webhooks',
    description: 'Be told when a status changes, look at what was delivered, and have it delivered again',
  },
  { name: 'Events', description: 'Read what webhooks tell, from where you stopped' },
  { name: 'API keys', description: 'Keys of both environments' },
  { name: 'Operation', description: 'Whether the service is well; without a key' },
]
