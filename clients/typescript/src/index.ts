import type { components } from './api.js'

export type { operations, paths } from './api.js'
export { type Clearway, type ClearwayOptions, createClearway } from './client.js'
export type { Download } from './download.js'
export {
  ClearwayError,
  ClearwayNetworkError,
  ClearwayResponseError,
  ClearwayTimeoutError,
  expectSuccess,
} from './error.js'
export { type ChangeOptions, paginate, type PagedPath, type RequestOptions } from './pages.js'
export {
  type InvoiceProof,
  type ProofFailure,
  type ProofFailureReason,
  type ProofVerdict,
  verifyProof,
  type VerifyProofOptions,
} from './proof.js'
export type { EventPage, FeedEvent } from './resources.js'
export {
  type VerificationFailure,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhook.js'

type Schemas = components['schemas']
/** A company that sends invoices. */
export type Company = Schemas['Company']
/** A company's connection to a country's e-invoicing system. */
export type Connection = Schemas['Connection']
/** An invoice in a request. */
export type CreateInvoice = Schemas['CreateInvoice']
/** A delivery to your webhook, with its attempts. */
export type Delivery = Schemas['Delivery']
/** An invoice in an answer of the API. */
export type Invoice = Schemas['Invoice']
/** An entry of an invoice's timeline. */
export type InvoiceEvent = Schemas['InvoiceEvent']
/** An invoice of a supplier, with its content and what was found. */
export type ReceivedInvoice = Schemas['ReceivedInvoice']
/** The verdict on an invoice or a document. */
export type ValidationResult = Schemas['ValidationResult']
