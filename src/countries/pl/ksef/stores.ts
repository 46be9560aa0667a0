import { customerAddressFault } from '../../customer-address.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { callsOf, GovernmentHttp, type GovernmentRequest, type HttpOutcome } from '../../gateway/government-http.js'

/**
 * The stores that KSeF names for parts of batches and packages. The operator has set KSeF's own
 * address; any other address has to pass the same checks as those from customers. Addresses
 * contain a signature, and are never part of a message.
 */
export class Stores {
  readonly #others: GovernmentHttp

  constructor(
    private readonly tools: Pick<GatewayTools, 'allowPrivateNetwork' | 'settings' | 'observer' | 'stopping'>,
    private readonly ksef: GovernmentHttp,
  ) {
    const { allowPrivateNetwork } = tools
    this.#others = new GovernmentHttp({ ...callsOf(tools, 'PL'), customers: { allowPrivateNetwork } })
  }

  /** What is wrong with an address; null: nothing. */
  faultOf(url: string): string | null {
    return this.#isOwn(url) ? null : customerAddressFault(url, this.tools.allowPrivateNetwork)
  }

  /** Calls an address without a fault. */
  send(request: GovernmentRequest): Promise<HttpOutcome> {
    return (this.#isOwn(request.url) ? this.ksef : this.#others).send(request)
  }

  #isOwn(url: string): boolean {
    return URL.canParse(url) && new URL(url).origin === new URL(this.tools.settings['KSEF_API_URL'] ?? '').origin
  }
}
