import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { AnafApi } from './api.js'
import type { Upload } from './company.js'
import type { ListedMessage } from './message-page.js'

/** The document of a listed upload. */
type Compared =
  | { readonly kind: 'document'; readonly sha256: string }
  /** Its archive was available for 60 days. */
  | { readonly kind: 'gone' }
  | NoAnswer

/**
 * Identifies the documents of listed uploads by downloading each once: ANAF allows ten downloads
 * of a message a day, and the decision needs one of them. Invoices that read the same list at the
 * same time share the download.
 */
export class Comparisons {
  readonly #underWay = new Map<string, Promise<Compared>>()

  constructor(
    private readonly api: AnafApi,
    private readonly tools: GatewayTools,
  ) {}

  /** The SHA-256 (hex) of the document, as `digestOf` it, which the ledger then contains. */
  async of(upload: Pick<Upload, 'scope' | 'sender' | 'digestOf'>, message: ListedMessage): Promise<Compared> {
    const { scope } = upload
    const key = `${scope.account} ${scope.environment} ${message.uploadId}`
    const shared = this.#underWay.get(key)
    if (shared !== undefined) return shared
    const own = this.#download(upload, message).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, own)
    return own
  }

  async #download(
    { scope, sender, digestOf }: Parameters<Comparisons['of']>[0],
    { uploadId, downloadId }: ListedMessage,
  ): Promise<Compared> {
    // Another process may have recorded it since the list was read.
    const known = (await this.tools.uploads.known(scope, 'RO', [uploadId])).get(uploadId)
    if (known !== undefined) return { kind: 'document', sha256: known }
    const download = await this.api.download(downloadId, sender.token, 'comparison')
    if (download.kind !== 'archive') return download
    const sha256 = digestOf(download.xml)
    await this.tools.uploads.learn(scope, 'RO', uploadId, sha256)
    return { kind: 'document', sha256 }
  }
}
