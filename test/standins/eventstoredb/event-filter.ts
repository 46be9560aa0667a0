import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { LoggedEvent } from './log-file.js'

/**
 * Which events of `$all` a reader wants, and how far the server looks before it says how far it
 * has looked.
 */
export interface EventFilter {
  readonly matches: (event: LoggedEvent) => boolean
  /** At most so many events are considered for one page. */
  readonly window: number
  /** A checkpoint after so many considered events. */
  readonly checkpointInterval: number
}

/**
 * Events per page of a catch-up subscription, and the window of a filter that names none: the real
 * server's `ReadBatchSize`.
 */
export const PAGE = 32

/**
 * The filter of a request; a regular expression wins over prefixes, as in `ConvertToEventFilter`.
 */
export function eventFilter(options: InstanceType<typeof streams.ReadReq.Options>): EventFilter | null {
  const filter = options.getFilter()
  if (filter === undefined) return null
  const onType = filter.getEventType()
  const expression = onType ?? filter.getStreamIdentifier()
  const regex = expression?.getRegex() ? new RegExp(expression.getRegex()) : null
  const prefixes = expression?.getPrefixList() ?? []
  const window = filter.hasMax() ? filter.getMax() : PAGE
  return {
    matches: (event) => {
      const subject = onType === undefined ? event.stream : event.type
      return regex === null ? prefixes.some((prefix) => subject.startsWith(prefix)) : regex.test(subject)
    },
    window,
    checkpointInterval: filter.getCheckpointintervalmultiplier() * window,
  }
}
