import type { GatewayTools } from '../../src/countries/gateway/gateway-tools.js'
import { systemClock } from '../../src/domain/clock.js'
import { MemoryBudgets } from './memory/budgets.js'
import { memoryFileNumbers } from '../countries/gateway/memory-file-numbers.js'
import { MemoryMailbox } from './memory/mailbox.js'
import { MemoryUploads } from './memory/uploads.js'

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
    ...given,
  }
}
