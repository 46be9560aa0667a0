import type { GatewayTools } from '../../src/countries/gateway/gateway-tools.js'
import type { MessageReader } from '../../src/countries/gateway/message-reader.js'
import { messageReaderOf } from '../../src/countries/message-readers.js'
import { systemClock } from '../../src/domain/clock.js'
import { MemoryBudgets } from './memory/budgets.js'
import { memoryFileNumbers } from '../countries/gateway/memory-file-numbers.js'
import { MemoryMailbox } from './memory/mailbox.js'
import { MemoryUploads } from './memory/uploads.js'

/** Reads as a thread does: the reader is found by its name, and only plain data passes. */
async function readAsThread<Given, Found>(
  { name }: MessageReader<Given, Found>,
  bytes: Uint8Array,
  given: Given,
): Promise<Found> {
  const found = messageReaderOf(name).read(structuredClone(bytes), structuredClone(given))
  // The reader of this name has returned it.
  return structuredClone(found) as Found
}

/** What a gateway works with, all in memory; `given` replaces parts of it. */
export function gatewayTools(given: Partial<GatewayTools> & Pick<GatewayTools, 'settings'>): GatewayTools {
  return {
    uploads: new MemoryUploads(),
    budgets: new MemoryBudgets(),
    clock: systemClock,
    pace: 1,
    fileNumbers: memoryFileNumbers(),
    mailbox: new MemoryMailbox(),
    allowPrivateNetwork: true,
    warn: () => undefined,
    readFor: () => readAsThread,
    ...given,
  }
}
