import streams from '@eventstore/db-client/generated/streams_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { sendUnaryData, ServerReadableStream } from '@grpc/grpc-js'
import type { ExpectedRevision, ProposedEvent, WriteResult } from './database.js'
import { streamNameOf, uuidOf } from './messages.js'
import type { Node } from './node.js'
import { invalidArgument, maxAppendSizeExceeded, missingMetadata, streamDeleted, type RpcError } from './rpc-errors.js'

type Call = ServerReadableStream<InstanceType<typeof streams.AppendReq>, InstanceType<typeof streams.AppendResp>>
type Callback = sendUnaryData<InstanceType<typeof streams.AppendResp>>
type Proposed = InstanceType<typeof streams.AppendReq.ProposedMessage>

/**
 * `Streams.Append`, the classic call: options, then one message per event. As the real server's
 * `Streams.Append.cs`.
 */
export function append(node: Node): (call: Call, callback: Callback) => void {
  return (call, callback) => {
    let [stream, expected]: [string, ExpectedRevision] = ['', 'any']
    let size = 0
    let answered = false
    const events: ProposedEvent[] = []
    const answer: Callback = (...answer) => {
      if (!answered) callback(...answer)
      answered = true
    }
    call.on('data', (message: InstanceType<typeof streams.AppendReq>) => {
      const options = message.getOptions()
      const proposed = message.getProposedMessage()
      if (options !== undefined) {
        stream = streamNameOf(options.getStreamIdentifier())
        expected = expectedRevision(options, options.hasRevision() ? Number(options.getRevision()) : null)
        const refusal = node.refusal(call.metadata, stream, '$w')
        if (refusal !== null) answer(refusal)
      } else if (proposed !== undefined) {
        const event = proposedEvent(proposed)
        if ('code' in event) answer(event)
        else events.push(event)
        size += 'code' in event ? 0 : sizeOnDisk(event)
        if (size > node.maxAppendSize) answer(maxAppendSizeExceeded(node.maxAppendSize))
      } else answer(invalidArgument('a message without content'))
    })
    call.on('error', (error) => answer(error))
    const commit = (): void => {
      if (answered) return
      node
        .write(call, () => node.database.append(stream, expected, events))
        .then(
          (result) => {
            if (result === null) return
            if ('code' in result) answer(result)
            else if (result.kind === 'deleted') answer(streamDeleted(stream))
            else answer(null, response(result, expected))
          },
          (error: unknown) => answer(error as Error),
        )
    }
    // A connection that breaks in mid-append ends the messages too, and a turn later the call
    // counts as cancelled: the real server writes nothing then, as its request stream throws.
    call.on('end', () => setImmediate(commit))
  }
}

/**
 * What the options expect of the stream; every kind of write has the same four fields besides the
 * revision.
 */
export function expectedRevision(
  options: { hasAny(): boolean; hasNoStream(): boolean; hasStreamExists(): boolean },
  revision: number | null,
): ExpectedRevision {
  if (revision !== null) return revision
  if (options.hasNoStream()) return 'noStream'
  return options.hasStreamExists() ? 'streamExists' : 'any'
}

/** The event, or why it is none. The batch call's messages have the same fields. */
export function proposedEvent(
  message: Pick<Proposed, 'getId' | 'getMetadataMap' | 'getData_asU8' | 'getCustomMetadata_asU8'>,
): ProposedEvent | RpcError {
  const properties = message.getMetadataMap()
  const [type, contentType] = [properties.get('type'), properties.get('content-type')]
  if (type === undefined) return missingMetadata('type')
  if (contentType === undefined) return missingMetadata('content-type')
  return {
    id: uuidOf(message.getId()),
    type,
    isJson: contentType === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

/**
 * What counts against the limit of an append: the real server's `Event.SizeOnDisk` is to count
 * data, metadata and two bytes for each character of the type, but a matter of precedence
 * (`data?.Length ?? 0 + …`) makes 23.10 count the data alone.
 */
export function sizeOnDisk({ data }: ProposedEvent): number {
  return data.length
}

function response(result: Exclude<WriteResult, { kind: 'deleted' }>, expected: ExpectedRevision) {
  if (result.kind === 'wrongExpectedVersion') {
    const wrong = new streams.AppendResp.WrongExpectedVersion()
    if (result.current === -1) wrong.setCurrentNoStream(new shared.Empty())
    else wrong.setCurrentRevision(String(result.current))
    if (expected === 'any') wrong.setExpectedAny(new shared.Empty())
    else if (expected === 'noStream') wrong.setExpectedNoStream(new shared.Empty())
    else if (expected === 'streamExists') wrong.setExpectedStreamExists(new shared.Empty())
    else wrong.setExpectedRevision(String(expected))
    return new streams.AppendResp().setWrongExpectedVersion(wrong)
  }
  const success = new streams.AppendResp.Success()
  if (result.revision === -1) success.setNoStream(new shared.Empty())
  else success.setCurrentRevision(String(result.revision))
  if (result.position === null) success.setNoPosition(new shared.Empty())
  else {
    const position = String(result.position)
    success.setPosition(new streams.AppendResp.Position().setCommitPosition(position).setPreparePosition(position))
  }
  return new streams.AppendResp().setSuccess(success)
}
