import type { Gateway } from '../../../src/countries/gateway/gateway.js'
import type { Mailbox } from '../../../src/countries/gateway/mailbox.js'
import type { UploadLedger } from '../../../src/countries/gateway/upload-ledger.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import type { Caller, Scene } from '../scene.js'
import type { AnswerCases } from './answers.js'
import type { Doors } from './door.js'
import type { Post } from './post.js'
import type { Suppliers } from './suppliers.js'

/** What the gateway of a process to one government works with. */
export interface Way {
  readonly scene: Scene
  readonly host: Caller
  readonly country: CountryCode
  readonly doors: Doors
  readonly post: Post
  readonly suppliers: Suppliers
  readonly answers: AnswerCases
  /** Over the network, as all that processes share. */
  readonly mailbox: Mailbox
  readonly uploads: UploadLedger
}

/** The gateway of a process to one government. */
export type GatewayBy = (way: Way) => Gateway
