import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Scope } from '../../../domain/event.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { readingFor } from '../../gateway/gateway-tools.js'
import type { MessageReader } from '../../gateway/message-reader.js'
import { certificatesIn, distrust } from '../../signing/trust.js'
import { type SignatureVerdict, verifyXades } from '../../signing/verify-xades.js'
import type { Letter } from './letters.js'
import { BadNotification, xmlOf } from './notification.js'

/** Verifies the signature of a notification; an attestation in an archive is verified itself. */
export const SDI_SIGNATURE: MessageReader<null, SignatureVerdict> = {
  name: 'signature of a notification of SdI',
  read(bytes) {
    try {
      return verifyXades(xmlOf(bytes))
    } catch (error) {
      if (error instanceof BadNotification) return { kind: 'invalid', reason: error.message }
      throw error
    }
  },
}

/**
 * Checks the signatures of the notifications that decide. The channel has authenticated SdI by its
 * certificate, so a signature that is missing or not valid is reported, and decides nothing else.
 */
export class NotificationSignatures {
  readonly #authorities: readonly X509Certificate[] | null

  /** @throws if the file of authorities can't be read */
  constructor(private readonly tools: Pick<GatewayTools, 'settings' | 'readFor' | 'clock' | 'warn'>) {
    const { SDI_SIGNATURE_CA: path } = tools.settings
    this.#authorities = path === undefined ? null : certificatesIn(readFileSync(path, 'utf8'))
    if (this.#authorities?.length === 0)
      throw new Error(`SDI_SIGNATURE_CA: ${path ?? ''} contains no certificate in PEM`)
  }

  /** Sentences on what is wrong with the signature; empty: nothing that can be checked. */
  async warnings(scope: Scope, invoiceId: string, { kind, id, message }: Letter): Promise<readonly string[]> {
    const verdict = await readingFor(this.tools, scope)(SDI_SIGNATURE, message.bytes, null)
    const fault = this.#faultIn(verdict)
    if (fault === null) return []
    this.tools.warn(
      { invoice: invoiceId, identificativoSdI: id, notification: kind },
      `a notification of SdI: ${fault}`,
    )
    return [`SdI's notification ${kind}: ${fault}.`]
  }

  #faultIn(verdict: SignatureVerdict): string | null {
    switch (verdict.kind) {
      case 'absent':
        return 'it has no signature'
      case 'invalid':
        return `its signature is not valid: ${verdict.reason}`
      case 'valid': {
        // Without authorities only the document's integrity can be checked.
        if (this.#authorities === null) return null
        const chain = verdict.certificates.map((each) => new X509Certificate(each))
        const fault = distrust(chain, this.#authorities, this.tools.clock.now())
        return fault === null ? null : `its signature is valid, but not trusted: ${fault}`
      }
    }
  }
}
