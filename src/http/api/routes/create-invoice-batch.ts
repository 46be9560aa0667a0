import { Readable } from 'node:stream'
import type { Static } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { receiveInvoice } from '../../../commands/use-cases/receive-invoice.js'
import { LARGE_BYTES, turnFor } from '../../../domain/large-work.js'
import { fitValue } from '../../../documents/intake/check-body.js'
import { compileCheck } from '../../../documents/intake/check.js'
import { parseJsonBodyInTurns } from '../../../documents/intake/json-body.js'
import { type NdjsonLine, ndjsonLines } from '../../../documents/intake/ndjson.js'
import { BatchLine } from '../../../documents/intake/schemas/batch-line.js'
import { judgeInProcess } from '../../../documents/judging/in-process.js'
import type { Scope } from '../../../domain/event.js'
import { unreadable } from '../../../domain/refusal.js'
import { project } from '../../../projections/engine/projection.js'
import { knownRow } from '../../../domain/aggregate.js'
import { invoiceSearch } from '../../../projections/invoice-search/invoice-search.js'
import { invoices } from '../../../projections/invoices.js'
import { shownInvoice } from '../../../domain/public-events/invoice-view.js'
import { timeline } from '../../../projections/timeline.js'
import { commandContext, limitRate } from '../access.js'
import { answerToFault, notNdjson } from '../../error-handler.js'
import { errorBody, temporarilyUnavailable, unacceptableBody } from '../../errors.js'
import { brokenRules, judgeToSubmit } from '../findings.js'
import { BatchHeaders, idempotencyKeyOf } from '../idempotency-key.js'
import { inOrder, InOrderOfKey, OwnerLanes } from '../../owner-lanes.js'
import { faultyBody, judgeBody } from '../route-validation.js'
import { BatchResult, MAX_BATCH, ndjson } from '../schemas/batch.js'
import { CreateInvoicesQuery } from '../schemas/invoice.js'
import { responses } from '../schemas/responses.js'
import type { App, RouteDeps } from '../../route.js'

/**
 * This many lines count as one request; but a batch counts at most as this part of a minute's
 * limit.
 */
const LINES_PER_REQUEST = 10
const LARGEST_PART = 2

/** Lines of one account and environment that are processed at a time. */
const LINES_AT_ONCE = 8
/** Lines that may be processed before the client has read the results of earlier lines. */
const LINES_AHEAD = 64

const checkLine = compileCheck(BatchLine)
const NDJSON = /^application\/(?:x-ndjson|ndjson|jsonl)\s*(?:;|$)/i

/** Creates many invoices with one request. */
export function createInvoiceBatchRoute(app: App, deps: RouteDeps): void {
  const lanes = new OwnerLanes(LINES_AT_ONCE)
  app.post(
    '/v1/invoices/batch',
    {
      config: {
        access: 'write',
        changes: null,
        takesNdjson: true,
        bodyByResource: ndjson(
          BatchLine,
          `One invoice per line, ${MAX_BATCH.toLocaleString('en')} at most; blank lines are skipped`,
        ),
      },
      schema: {
        operationId: 'createInvoiceBatch',
        summary: 'Create many invoices',
        description:
          'Each line is the body of POST /v1/invoices with its `idempotencyKey`. The answer has a line for each, in order, ' +
          'as soon as its result is there: the answer that POST /v1/invoices would have returned. A rejected line does not ' +
          'stop the others, so check the `status` of each. Several lines are processed at a time; those that share an ' +
          'idempotency key, in order. If the answer breaks off, send the batch again with the same keys: nothing is ' +
          'created twice. Each created invoice counts for the plan, ' +
          `${LINES_PER_REQUEST} lines as one request. ` +
          'A body with too many lines, or without any, is a 400 as a whole; nothing is created then.',
        tags: ['Invoices'],
        querystring: CreateInvoicesQuery,
        headers: BatchHeaders,
        response: responses({ 200: ndjson(BatchResult, 'The result of each line, in order') }, 400, 403, 413, 415),
      },
      onRequest: (request, _reply, done) => {
        done(NDJSON.test(request.headers['content-type'] ?? '') ? undefined : notNdjson())
      },
    },
    async (request, reply) => {
      const batchKey = idempotencyKeyOf(request.raw)
      const lines = linesOf(request.body)
      const most = Math.floor(deps.config.rateLimitPerMinute / LARGEST_PART)
      // The request itself is counted already.
      const more = Math.min(Math.ceil(lines.length / LINES_PER_REQUEST), most) - 1
      if (more > 0) await limitRate(request.scope, reply, deps.rateLimit, more)
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .send(Readable.from(results(deps, lanes, request, reply, readLines(deps, request.scope, lines, batchKey))))
    },
  )
}

function linesOf(body: unknown): readonly NdjsonLine[] {
  const lines = Buffer.isBuffer(body) ? ndjsonLines(body, MAX_BATCH + 1) : []
  if (lines.length === 0) throw unacceptableBody(400, 'The body has no invoice; send one per line')
  if (lines.length <= MAX_BATCH) return lines
  const most = MAX_BATCH.toLocaleString('en')
  throw unacceptableBody(400, `The body has more than ${most} invoices; send them in several batches`)
}

/** A line as it was read. */
type Read = { readonly line: number } & (
  | { readonly posted: { readonly body: BatchLine; readonly size: number; readonly key: string | undefined } }
  | { readonly fault: unknown }
)

/** The result of a line, as text; `position`: of its event, null: there is none. */
interface Result {
  readonly text: string
  readonly position: bigint | null
}

/** Reads the lines one by one: each has a turn of the event loop. */
async function* readLines(
  deps: RouteDeps,
  { account }: Scope,
  lines: readonly NdjsonLine[],
  batchKey: string | undefined,
): AsyncGenerator<Read> {
  for (const { line, bytes } of lines) {
    await turnFor(account, LARGE_BYTES)
    try {
      const { idempotencyKey, ...body } = await valueOfLine(deps, account, bytes)
      const key = idempotencyKey ?? (batchKey === undefined ? undefined : `${batchKey}/${line}`)
      yield { line, posted: { body, size: bytes.length, key } }
    } catch (fault) {
      yield { line, fault }
    }
  }
}

/** A thread checks a large one. Throws what is wrong with it. */
async function valueOfLine(
  { judging = judgeInProcess }: RouteDeps,
  account: string,
  bytes: Buffer,
): Promise<BatchLine> {
  if (bytes.length < LARGE_BYTES) {
    const parsed = await parseJsonBodyInTurns(bytes, account)
    judgeBody(checkLine, parsed)
    return parsed.value as BatchLine
  }
  const checked = await judging.check({ account, whenBusy: 'wait' }, bytes, 'line of a batch')
  if (checked.kind === 'unreadable') throw unreadable(checked.message)
  if (checked.kind === 'unfit') throw faultyBody(checked.details, checked.unlisted)
  await turnFor(account, bytes.length)
  return fitValue(checked.json ?? bytes) as BatchLine
}

async function* results(
  deps: RouteDeps,
  lanes: OwnerLanes,
  request: FastifyRequest,
  reply: FastifyReply,
  lines: AsyncIterable<Read>,
): AsyncGenerator<string> {
  const { scope } = request
  const query = request.query as Static<typeof CreateInvoicesQuery>
  const judgeNumbered = judgeToSubmit(scope, deps, 'wait')
  const judge = { judgeNumbered, ...(query.validate === true && { judge: judgeNumbered }) }
  const byKey = new InOrderOfKey()
  const begin = async (read: Read): Promise<Result> => {
    const { line } = read
    try {
      if ('fault' in read) throw read.fault
      const { key, ...posted } = read.posted
      const received = await byKey.run(key, () =>
        lanes.run(`${scope.account} ${scope.environment}`, async () => {
          checkCanContinue(deps, reply)
          await turnFor(scope.account, LARGE_BYTES)
          const { plan } = request.principal
          return receiveInvoice(deps, commandContext(request), { ...posted, idempotencyKey: key, plan, ...judge })
        }),
      )
      if ('broken' in received) throw brokenRules(received.broken, deps.config.linkBase)
      const { loaded, replayed } = received
      const data = shownInvoice(knownRow(project(invoices, loaded.events.slice(0, 1))))
      return { text: textOf({ line, status: 201, ...(replayed && { replayed }), data }), position: loaded.position }
    } catch (error) {
      const answer = answerToFault(error, request)
      return { text: textOf({ line, status: answer.status, ...errorBody(answer, request.id) }), position: null }
    }
  }
  let isFresh = true
  for await (const { text, position } of inOrder(lines, LINES_AHEAD, begin)) {
    // Where the read models lag, the client waits for them once, not for each line.
    if (position !== null && isFresh)
      isFresh = await deps.freshness.waitFor(position, [invoices.name, invoiceSearch.name, timeline.name])
    yield text
  }
}

/** Stops the rest of a batch if the client has disconnected or the store is unavailable. */
function checkCanContinue({ traffic }: RouteDeps, { raw }: FastifyReply): void {
  const canContinue = !raw.destroyed && (traffic === undefined || (!traffic.stopping() && traffic.usable('write')))
  if (!canContinue) throw temporarilyUnavailable()
}

function textOf(result: object): string {
  return `${JSON.stringify(result)}\n`
}
