import type { ErasureEvent, StreamsErased } from '../domain/erasure.js'
import { accept, type Decision } from './handle.js'

/** Records what is going to be erased; nothing speaks against it any more. */
export function recordErasure(command: StreamsErased['data']) {
  return (): Decision<ErasureEvent, never> => accept({ type: 'StreamsErased', data: command })
}
