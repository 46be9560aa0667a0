import type { Access, CheckOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentHttp } from '../../gateway/government-http.js'
import { certificateFault } from './failures.js'
import type { Channels } from './identity.js'
import { addressOf } from './submit.js'

const CHECK_MS = 20_000
const WSDL_BYTES = 1024 * 1024

/**
 * Whether SdI accepts the client certificate: requests the description of its service, which can't
 * send a file. SdI only reports for a file whether the channel is enabled (EI03).
 */
export async function check(
  http: GovernmentHttp,
  channels: Channels,
  tools: GatewayTools,
  access: Access,
): Promise<CheckOutcome> {
  const channel = channels.of(access, tools.clock.now())
  if (channel.kind === 'closed') return { kind: 'refused', reason: `${sentence(channel.reason)}; submit another one.` }
  const url = `${addressOf(tools)}?wsdl`
  const answer = await http.send({
    method: 'GET',
    url,
    headers: {},
    timeoutMs: CHECK_MS,
    maxBytes: WSDL_BYTES,
    identity: channel.identity,
  })
  if (answer.kind === 'failure') {
    const fault = certificateFault(answer)
    return fault === null
      ? { kind: 'unknown', reason: `SdI is not reachable: ${answer.reason}.` }
      : { kind: 'refused', reason: `${fault.reason}; submit the certificate that SdI issued for the channel.` }
  }
  const { status } = answer
  if (status === 401 || status === 403)
    return {
      kind: 'refused',
      reason: `SdI responded with HTTP ${status}; submit the certificate that SdI issued for the channel.`,
    }
  if (status === 429 || status >= 500) return { kind: 'unknown', reason: `SdI responded with HTTP ${status}.` }
  return {
    kind: 'works',
    detail: `SdI accepts the client certificate, which expires on ${channel.validTo.toISOString().slice(0, 10)}. Whether the channel is enabled is only known after a file was sent.`,
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
