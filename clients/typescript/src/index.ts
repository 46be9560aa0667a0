import type { components } from './api.js'

export type { paths } from './api.js'
export { type Clearway, type ClearwayOptions, createClearway } from './client.js'
export { ClearwayError, expectSuccess } from './error.js'
export { verifyWebhook, type WebhookEvent } from './webhook.js'

type Schemas = components['schemas']
export type Company = Schemas['Company']
export type Connection = Schemas['Connection']
export type CreateInvoice = Schemas['CreateInvoice']
export type Delivery = Schemas['Delivery']
export type Invoice = Schemas['Invoice']
export type InvoiceEvent = Schemas['InvoiceEvent']
