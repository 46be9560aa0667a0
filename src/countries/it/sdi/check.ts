import type { Access, CheckOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentHttp } from '../../gateway/government-http.js'
import { certificateFault } from './failures.js'
import type { Channels } from './identity.js'
import { addressOf } from './submit.js'

const CHECK_MS = 20_000
const WSDL_BYTES = 1024 * 1024

/**
 * Whether SdI lets the client certificate in: asks for the description of its service, with which
 * no file can be sent. Whether the channel is enabled, SdI tells only of a file (EI03).
 */
export async function check(
  http: GovernmentHttp,
  channels: Channels,
  tools: GatewayTools,
  access: Access,
): Promise<CheckOutcome> {
  const channel = channels.of(access, tools.clock.now())
  if (channel.kind === 'closed')
    return { kind: 'refused', reason: `${sentence(channel.reason)}; hand over another one.` }
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
      ? { kind: 'unknown', reason: `SdI can not be reached: ${answer.reason}.` }
      : { kind: 'refused', reason: `${fault.reason}; hand over the certificate that SdI issued for the channel.` }
  }
  const { status } = answer
  if (status === 401 || status === 403)
    return {
      kind: 'refused',
      reason: `SdI answered with HTTP ${status}; hand over the certificate that SdI issued for the channel.`,
    }
  if (status === 429 || status >= 500) return { kind: 'unknown', reason: `SdI answered with HTTP ${status}.` }
  return {
    kind: 'works',
    detail: `SdI answers to the client certificate, which ends on ${channel.validTo.toISOString().slice(0, 10)}. Whether the channel is enabled, it says only to a file.`,
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
