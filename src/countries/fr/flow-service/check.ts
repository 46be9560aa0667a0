import type { CheckOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { PlatformAccess } from '../credentials.js'
import { isNoAnswer } from '../failures.js'
import type { FlowService } from './api.js'

const HOUR_MS = 3_600_000

/**
 * Signs in at the platform and asks for one flow of the last hour, and the directory for the
 * company: nothing is sent.
 */
export async function checkPlatform(
  service: FlowService,
  { clock }: GatewayTools,
  platform: PlatformAccess,
  entriesOf: () => Promise<string | null>,
): Promise<CheckOutcome> {
  const updatedAfter = new Date(clock.now().getTime() - HOUR_MS).toISOString()
  const searched = await service.search(platform, { updatedAfter }, 1)
  if (searched.kind === 'unauthorized') return { kind: 'refused', reason: searched.reason }
  if (isNoAnswer(searched)) {
    const health = await service.health(platform)
    const isAlive = health.kind === 'answer' && health.status === 200
    return {
      kind: 'unknown',
      reason: isAlive ? `${searched.reason}; its health check succeeds: check url` : searched.reason,
    }
  }
  const entries = await entriesOf()
  const detail = [`The platform at ${platform.url} accepts the credentials.`, ...(entries === null ? [] : [entries])]
  return { kind: 'works', detail: detail.join(' ') }
}
