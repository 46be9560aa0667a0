import { randomBytes } from 'node:crypto'
import { accept, handle } from '../../src/commands/handle.js'
import { configureWebhook, removeWebhook } from '../../src/commands/webhook.js'
import { createCompany } from '../../src/commands/company.js'
import {
  createInvoice,
  type CreateInvoice,
  type PipelineFinding,
  recordFindings,
  recordResponse,
} from '../../src/commands/invoice.js'
import { rotateSecret } from '../../src/commands/use-cases/webhook.js'
import { changeAccountPlan } from '../../src/commands/use-cases/operator.js'
import { openAccount } from '../../src/commands/use-cases/open-account.js'
import { deleteConnection, requestConnection } from '../../src/commands/connection.js'
import { type InvoiceRequest, listedTerms } from '../../src/domain/request/invoice-request.js'
import { type Clock, systemClock } from '../../src/domain/clock.js'
import { company } from '../../src/domain/company.js'
import { connection } from '../../src/domain/connection.js'
import type { DocumentReference } from '../../src/domain/document-reference.js'
import type { Scope } from '../../src/domain/event.js'
import { base62, newId } from '../../src/domain/ids.js'
import { invoice, type InvoiceEvent } from '../../src/domain/invoice.js'
import { streamName, webhookStream } from '../../src/domain/streams.js'
import { newWebhookSecret, webhook } from '../../src/domain/webhook.js'
import type { EventStore } from '../../src/eventstore/port.js'
import type { Vault } from '../../src/storage/vault/vault.js'

const random = (size: number): Uint8Array => randomBytes(size)

/** A Romanian invoice that the service would accept; `number` keeps it apart from others. */
export function acceptedInvoice(number: string, changes: Partial<InvoiceRequest> = {}): InvoiceRequest {
  const address = { street: 'Strada Memorandumului 28', city: 'Cluj-Napoca', postalCode: '400114', country: 'RO' }
  return {
    country: 'RO',
    invoiceType: 'invoice',
    number,
    supplier: { vatNumber: 'RO12345674', name: 'Furnizor SRL', address: { ...address, stateOrProvince: 'RO-CJ' } },
    customer: { vatNumber: 'RO87654329', name: 'Client SRL', address: { ...address, stateOrProvince: 'RO-CJ' } },
    lines: [{ description: 'Consultanta', quantity: 2, unitPrice: 100, vatRate: 21, unitCode: 'HUR' }],
    currency: 'RON',
    issueDate: new Date().toISOString().slice(0, 10),
    dueDate: new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10),
    ...changes,
  }
}

/** Writes events by the real commands, for tests of their readers. */
export class History {
  readonly #deps: { readonly store: EventStore; readonly clock: Clock; readonly random: typeof random }

  constructor(store: EventStore, clock: Clock = systemClock) {
    this.#deps = { store, clock, random }
  }

  async account(): Promise<Scope> {
    const { accountId } = await openAccount(this.#deps, { name: 'Test', plan: 'free' })
    return { account: accountId, environment: 'test' }
  }

  async changePlan({ account }: Scope, plan: string): Promise<void> {
    await changeAccountPlan(this.#deps, account, plan)
  }

  async company(scope: Scope): Promise<string> {
    const companyId = newId('comp', random)
    const command = {
      companyId,
      name: 'Furnizor SRL',
      vatNumber: 'RO12345674',
      country: 'RO',
      currency: 'RON',
    } as const
    const stream = streamName(scope.environment, 'Company', companyId)
    await handle(this.#deps, this.#context(scope), company, stream, createCompany(command))
    return companyId
  }

  async connection(scope: Scope, companyId: string): Promise<string> {
    const connectionId = newId('conn', random)
    const command = {
      connectionId,
      companyId,
      countryCode: 'RO',
      environment: scope.environment,
      canBeSetUp: true,
      isOpen: false,
    } as const
    const stream = streamName(scope.environment, 'Connection', connectionId)
    await handle(this.#deps, this.#context(scope), connection, stream, requestConnection(command))
    return connectionId
  }

  async deleteConnection(scope: Scope, id: string): Promise<void> {
    const stream = streamName(scope.environment, 'Connection', id)
    await handle(this.#deps, this.#context(scope), connection, stream, deleteConnection())
  }

  /** Answers the invoice's id and the position of its creation. */
  async invoice(
    scope: Scope,
    accepted: InvoiceRequest,
    companyId = 'comp_1',
  ): Promise<{ id: string; stream: string; position: bigint }> {
    const id = newId('inv', random)
    const stream = streamName(scope.environment, 'Invoice', id)
    const command: CreateInvoice = {
      invoiceId: id,
      companyId,
      ...listedTerms(accepted),
      netAmount: '200.00',
      vatAmount: '42.00',
      grossAmount: '242.00',
      content: { kind: 'inline', invoice: accepted },
      requestHash: null,
    }
    const outcome = await handle(this.#deps, this.#context(scope), invoice, stream, createInvoice(command))
    if (outcome.kind !== 'done') throw new Error('the invoice was not created')
    return { id, stream, position: outcome.loaded.position }
  }

  /** Records the events that the pipeline would record. */
  async findings(scope: Scope, stream: string, ...findings: readonly PipelineFinding[]): Promise<void> {
    for (const finding of findings) {
      await handle(this.#deps, this.#context(scope), invoice, stream, recordFindings([finding]))
    }
  }

  /** Records that the buyer has said this, in a message with this document. */
  async response(
    scope: Scope,
    stream: string,
    code: string,
    document: DocumentReference = { sha256: 'd'.repeat(64), size: 3, mediaType: 'application/xml' },
  ): Promise<void> {
    const said = {
      messageId: code,
      at: '2026-03-31T08:00:00.000Z',
      code,
      label: `means ${code}`,
      reason: null,
      document,
    }
    await handle(this.#deps, this.#context(scope), invoice, stream, recordResponse(said))
  }

  /** Appends events that earlier releases have written and today's decisions would not. */
  async older(scope: Scope, stream: string, ...events: InvoiceEvent[]): Promise<void> {
    await handle(this.#deps, this.#context(scope), invoice, stream, () => accept(...events))
  }

  /** Answers the secret that the receiver checks signatures with. */
  async webhook(scope: Scope, vault: Vault, url: string, events: readonly string[] | null = null): Promise<string> {
    const secret = newWebhookSecret(random)
    const secretName = `webhook/${base62(random(16), 22)}`
    await vault.put(scope, secretName, Buffer.from(secret))
    const command = configureWebhook({ url, events, secretName })
    await handle(this.#deps, this.#context(scope), webhook, webhookStream(scope), command)
    return secret
  }

  /** Answers the new secret. */
  async rotateSecret(scope: Scope, vault: Vault): Promise<string> {
    return (await rotateSecret({ ...this.#deps, vault }, this.#context(scope))).secret
  }

  async removeWebhook(scope: Scope): Promise<void> {
    await handle(this.#deps, this.#context(scope), webhook, webhookStream(scope), removeWebhook())
  }

  #context(scope: Scope) {
    return { ...scope, actor: 'operator', correlationId: 'req_test', causationId: 'req_test' } as const
  }
}
