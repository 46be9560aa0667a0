import shared from '@eventstore/db-client/generated/shared_pb.js'
import statusPb from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { status, type ServerDuplexStream } from '@grpc/grpc-js'
import anyPb from 'google-protobuf/google/protobuf/any_pb.js'
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js'
import { expectedRevision, proposedEvent, sizeOnDisk } from './appends.js'
import type { ExpectedRevision, ProposedEvent, WriteResult } from './database.js'
import { streamIdentifier, streamNameOf, uuidOf } from './messages.js'
import type { Node } from './node.js'
import type { RpcError } from './rpc-errors.js'

type Request = InstanceType<typeof streams.BatchAppendReq>
type Response = InstanceType<typeof streams.BatchAppendResp>
type Call = ServerDuplexStream<Request, Response>

interface PendingAppend {
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly events: ProposedEvent[]
  size: number
}

/**
 * `Streams.BatchAppend`: any number of appends over one call, with correlation ids, whose
 * failures are messages and do not end the call. As the real server's `Streams.BatchAppend.cs`.
 */
export function batchAppend(node: Node): (call: Call) => void {
  return (call) => {
    const pending = new Map<string, PendingAppend>()
    let writing = 0
    let ended = false
    const respond = (request: Request, stream: string, response: Response) => {
      const correlated = response.setCorrelationId(request.getCorrelationId())
      if (!call.cancelled) call.write(correlated.setStreamIdentifier(streamIdentifier(stream)))
    }
    const settle = () => {
      if (ended && writing === 0) call.end()
    }
    call.on('error', () => pending.clear())
    call.on('end', () => {
      ended = true
      settle()
    })
    call.on('data', (request: Request) => {
      const id = uuidOf(request.getCorrelationId())
      const begun = begin(node, call, request)
      if (begun !== null && 'error' in begun) return respond(request, begun.stream, begun.error)
      if (begun !== null) pending.set(id, begun)
      const append = pending.get(id)
      if (append === undefined) return
      const invalid = take(append, request, node.maxAppendSize)
      if (invalid === null && !request.getIsFinal()) return
      pending.delete(id)
      if (invalid !== null) return respond(request, append.stream, invalid)
      writing += 1
      const { stream, expected, events } = append
      node
        .write(call, () => node.database.append(stream, expected, events))
        .then(
          (result) => {
            if (result === null) return
            if ('code' in result) call.emit('error', result)
            else respond(request, stream, response(result, expected))
          },
          (error: unknown) => call.emit('error', error),
        )
        .finally(() => {
          writing -= 1
          settle()
        })
    })
  }
}

/** The append that the request begins; null when it continues one. */
function begin(
  node: Node,
  call: Call,
  request: Request,
): PendingAppend | { readonly stream: string; readonly error: Response } | null {
  const options = request.getOptions()
  if (options === undefined) return null
  const stream = streamNameOf(options.getStreamIdentifier())
  const refusal = node.refusal(call.metadata, stream, '$w')
  if (refusal?.code === status.NOT_FOUND) {
    call.emit('error', refusal)
    return null
  }
  if (refusal !== null) {
    return {
      stream,
      error: failure('Access Denied', status.PERMISSION_DENIED, new shared.AccessDenied(), 'AccessDenied'),
    }
  }
  const deadline = options.getDeadline()
  if (deadline !== undefined && deadline.toDate().getTime() <= Date.now()) {
    return { stream, error: failure('Timeout', status.DEADLINE_EXCEEDED, new shared.Timeout(), 'Timeout') }
  }
  const revision = options.hasStreamPosition() ? Number(options.getStreamPosition()) : null
  return { stream, expected: expectedRevision(options, revision), events: [], size: 0 }
}

/** Adds the request's events to the append. The answer if they are refused. */
function take(append: PendingAppend, request: Request, limit: number): Response | null {
  for (const message of request.getProposedMessagesList()) {
    const event = proposedEvent(message)
    if ('code' in event) return badRequest(event)
    append.events.push(event)
    append.size += sizeOnDisk(event)
  }
  if (append.size <= limit) return null
  const exceeded = new shared.MaximumAppendSizeExceeded().setMaxappendsize(limit)
  return failure('Maximum Append Size Exceeded', status.INVALID_ARGUMENT, exceeded, 'MaximumAppendSizeExceeded')
}

function badRequest({ details }: RpcError): Response {
  return failure(details, status.INVALID_ARGUMENT, new shared.BadRequest().setMessage(details), 'BadRequest')
}

function response(result: WriteResult, expected: ExpectedRevision): Response {
  if (result.kind === 'deleted') {
    return failure('Stream is deleted', status.FAILED_PRECONDITION, new shared.StreamDeleted(), 'StreamDeleted')
  }
  if (result.kind === 'wrongExpectedVersion') {
    const wrong = new shared.WrongExpectedVersion()
    if (result.current === -1) wrong.setCurrentNoStream(new emptyPb.Empty())
    else wrong.setCurrentStreamRevision(String(result.current))
    if (expected === 'any') wrong.setExpectedAny(new emptyPb.Empty())
    else if (expected === 'noStream') wrong.setExpectedNoStream(new emptyPb.Empty())
    else if (expected === 'streamExists') wrong.setExpectedStreamExists(new emptyPb.Empty())
    else wrong.setExpectedStreamPosition(String(expected))
    return failure('Wrong expected version', status.FAILED_PRECONDITION, wrong, 'WrongExpectedVersion')
  }
  const success = new streams.BatchAppendResp.Success()
  if (result.revision === -1) success.setNoStream(new emptyPb.Empty())
  else success.setCurrentRevision(String(result.revision))
  if (result.position === null) success.setNoPosition(new emptyPb.Empty())
  else {
    const position = String(result.position)
    success.setPosition(new shared.AllStreamPosition().setCommitPosition(position).setPreparePosition(position))
  }
  return new streams.BatchAppendResp().setSuccess(success)
}

function failure(message: string, code: status, details: { serializeBinary(): Uint8Array }, type: string): Response {
  const packed = new anyPb.Any()
  packed.pack(details.serializeBinary(), `event_store.client.${type}`)
  return new streams.BatchAppendResp().setError(
    new statusPb.Status()
      .setCode(code as number)
      .setMessage(message)
      .setDetails(packed),
  )
}
