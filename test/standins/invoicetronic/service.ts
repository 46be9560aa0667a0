import { isSignedFile, readSignedFile } from '../../../src/countries/signing/cades.js'
import type { Answer } from '../local-server.js'
import {
  type Account,
  element,
  type Incoming,
  isToAdministration,
  type SentInvoice,
  STATES,
  type StateUpdate,
  type Wish,
} from './account.js'
import { type ArrivedFile, type ArrivedFiles, isWanted, payloadOf, shownFile } from './arrivals.js'
import { json, page, problem } from './answers.js'
import type { InvoicetronicOptions } from './options.js'

const FILE_NAME = /^[A-Z]{2}[A-Z0-9]{2,28}_[A-Za-z0-9]{1,5}\.xml(?:\.p7m)?$/
const FIELDS: ReadonlySet<string> = new Set(['file_name', 'payload', 'encoding', 'meta_data', 'format', 'id'])
const SIGNATURES = ['None', 'Apply', 'Force', 'Auto']

/** The calls of Invoicetronic, over one account. */
export class Service {
  constructor(
    private readonly account: Account,
    private readonly options: InvoicetronicOptions,
    private readonly arrived: ArrivedFiles,
  ) {}

  send(query: URLSearchParams, body: Buffer, wish: Wish): Answer {
    const incoming = incomingIn(query, body)
    if (typeof incoming === 'string') return problem(422, incoming)
    const refuse = (answer: Answer): Answer => {
      this.#note(incoming, null)
      return answer
    }
    if (this.account.operationsLeft <= 0) return refuse(problem(403, 'No operations left.'))
    const isSigned = incoming.signedFile !== null || incoming.xml.includes('Signature')
    const mustSign = isToAdministration(incoming.xml) && !isSigned
    if (mustSign && incoming.signature === 'None') return refuse(problem(422, 'FPA12 must be signed.'))
    if (mustSign && this.account.signaturesLeft <= 0) return refuse(problem(403, 'No signatures left.'))
    const sent = this.account.take(incoming, wish)
    this.#note(incoming, sent.id)
    return json({ ...this.#sent(sent, query), latest_state: null, identifier: null }, 201)
  }

  sends(query: URLSearchParams): Answer {
    const fileName = query.get('file_name')
    const number = query.get('document_number')
    const from = query.get('date_sent_from')
    const found = this.account.sent
      .filter((one) => (fileName === null || one.fileName === fileName) && (number === null || one.number === number))
      .filter(({ sentAt }) => from === null || sentAt >= new Date(from))
    return this.#page(
      query,
      found.map((one) => this.#sent(one, query)),
    )
  }

  /** Judges an invoice without sending it. */
  validate(body: Buffer): Answer {
    const incoming = incomingIn(new URLSearchParams(), body)
    return typeof incoming === 'string' ? problem(422, incoming) : { status: 204, body: '' }
  }

  /** By our number or SdI's. */
  sent(number: string, query: URLSearchParams): Answer {
    const found = this.#find(number)
    return found === undefined ? problem(404, 'Not Found') : json(this.#sent(found, query))
  }

  payload(number: string): Answer {
    const found = this.#find(number)
    if (found === undefined) return problem(404, 'Not Found')
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: sentPayloadOf(found).payload }
  }

  #find(number: string): SentInvoice | undefined {
    return this.account.sent.find(({ id, identifier }) => String(id) === number || identifier === number)
  }

  update(id: string): Answer {
    const found = this.account.updates().find((one) => String(one.id) === id)
    return found === undefined ? problem(404, 'Not Found') : json(this.#update(found))
  }

  updates(query: URLSearchParams): Answer {
    const sendId = query.get('send_id')
    const from = query.get('last_update_from')
    const found = this.account
      .updates()
      .filter((one) => sendId === null || String(one.sendId) === sendId)
      .filter((one) => from === null || one.at >= new Date(from))
    const sorted =
      query.get('sort') === 'last_update' ? found.toSorted((a, b) => a.at.getTime() - b.at.getTime()) : found
    return this.#page(
      query,
      sorted.map((one) => this.#update(one)),
    )
  }

  companies(query: URLSearchParams): Answer {
    const q = query.get('q') ?? ''
    const { companies } = this.arrived
    return this.#page(
      query,
      [...companies]
        .filter(([vat]) => vat.includes(q))
        .map(([vat, id]) => ({ id, version: 1, vat, fiscal_code: vat.replace(/^IT/, ''), name: `Company ${vat}` })),
    )
  }

  arrivals(query: URLSearchParams): Answer {
    const [, sign = '', by] = /^(-?)(\w+)$/.exec(query.get('sort') ?? '') ?? []
    const found = this.arrived.all.filter((one) => isWanted(one, query))
    const sorted = by === 'last_update' ? found.toSorted((a, b) => a.at.getTime() - b.at.getTime()) : found
    return this.#page(query, sign === '-' ? sorted.toReversed() : sorted, (one) => this.#shown(one, query))
  }

  arrival(id: string, query: URLSearchParams): Answer {
    const found = this.#arrived(id)
    return found === undefined ? problem(404, 'Not Found') : json(this.#shown(found, query))
  }

  arrivalPayload(id: string): Answer {
    const found = this.#arrived(id)
    if (found === undefined) return problem(404, 'Not Found')
    this.#count(found)
    return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: payloadOf(found) }
  }

  deleteArrival(id: string): Answer {
    const found = this.#arrived(id)
    if (found === undefined) return problem(404, 'Not Found')
    found.isDeleted = true
    return json(shownFile(found, false))
  }

  #arrived(id: string): ArrivedFile | undefined {
    return this.arrived.all.find((one) => String(one.id) === id && !one.isDeleted)
  }

  #shown(file: ArrivedFile, query: URLSearchParams): unknown {
    const withPayload = query.get('include_payload') === 'true'
    if (withPayload) this.#count(file)
    return shownFile(file, withPayload)
  }

  /** The content of a file counts as an operation, once. */
  #count({ isRead }: ArrivedFile): void {
    if (!isRead) this.account.operationsLeft -= 1
  }

  status(): Answer {
    const { operationsLeft, signaturesLeft } = this.account
    return json({
      operation_left: operationsLeft,
      signature_left: signaturesLeft,
      has_active_seat: true,
      is_sub_key: false,
    })
  }

  #note({ fileName, xml }: Incoming, sendId: number | null): void {
    const at = this.options.now?.() ?? new Date()
    this.account.received.push({ at, fileName, number: element(xml, 'Numero'), sendId })
  }

  #page<Item>(query: URLSearchParams, items: readonly Item[], show?: (item: Item) => unknown): Answer {
    return page(query, items, this.options.mostOfAPage, show)
  }

  #sent(one: SentInvoice, query: URLSearchParams) {
    const said = this.account.updates().filter(({ sendId }) => sendId === one.id)
    return {
      id: one.id,
      created: one.sentAt.toISOString(),
      version: 1,
      identifier: said.length > 0 ? one.identifier : null,
      file_name: one.fileName,
      format: element(one.xml, 'FormatoTrasmissione'),
      date_sent: one.sentAt.toISOString(),
      documents: [{ number: one.number, date: element(one.xml, 'Data') }],
      ...(query.get('include_payload') === 'true' ? sentPayloadOf(one) : { encoding: 'Base64' }),
      meta_data: one.metaData,
      latest_state: said.at(-1)?.state ?? null,
    }
  }

  #update({ id, sendId, state, at, errors, description }: StateUpdate) {
    const one = this.account.sent.find((sent) => sent.id === sendId)
    const number = (STATES as Readonly<Record<string, number>>)[state]
    return {
      id,
      version: 1,
      send_id: sendId,
      last_update: at.toISOString(),
      state: this.options.numericStates === true ? (number ?? state) : state,
      description,
      message_id: String(id),
      errors: errors.map((error) => ({ ...error, hint: null })),
      is_read: false,
      send: {
        identifier: one?.identifier ?? null,
        meta_data: one?.metaData ?? null,
        date_sent: one?.sentAt.toISOString(),
      },
    }
  }
}

/** A signed file comes back in Base64. */
function sentPayloadOf({ xml, signedFile }: SentInvoice): { readonly encoding: string; readonly payload: string } {
  return signedFile === null
    ? { encoding: 'Xml', payload: xml }
    : { encoding: 'Base64', payload: signedFile.toString('base64') }
}

/** What is sent, or why it can't be. */
function incomingIn(query: URLSearchParams, body: Buffer): Incoming | string {
  const signature = query.get('signature') ?? 'Auto'
  if (!SIGNATURES.includes(signature)) return `The value '${signature}' is not valid.`
  let given: Readonly<Record<string, unknown>>
  try {
    given = JSON.parse(body.toString()) as Readonly<Record<string, unknown>>
  } catch {
    return 'The body is not JSON.'
  }
  const { file_name: fileName = null, payload, encoding } = given
  const metaData = given['meta_data'] ?? null
  const strange = Object.keys(given).find((name) => !FIELDS.has(name))
  if (strange !== undefined) return `The field ${strange} is unknown.`
  if (typeof payload !== 'string' || payload === '') return 'The Payload field is required.'
  if (fileName !== null && (typeof fileName !== 'string' || !FILE_NAME.test(fileName)))
    return '00001: Nome file non valido'
  const file = Buffer.from(payload, encoding === 'Base64' ? 'base64' : 'utf8')
  const signedFile = isSignedFile(file) ? file : null
  if (typeof fileName === 'string' && fileName.endsWith('.p7m') !== (signedFile !== null))
    return '00001: Nome file non valido'
  const xml = signedFile === null ? file.toString() : Buffer.from(readSignedFile(file).content).toString()
  if (!/<(?:\w+:)?FatturaElettronica(?:Semplificata)?[ >]/.test(xml)) return '00200: File non conforme al formato'
  const texts = metaData === null ? [] : Object.values(metaData)
  if (texts.some((text) => typeof text !== 'string')) return 'meta_data holds texts alone.'
  return { fileName, xml, signedFile, signature, metaData: metaData as Incoming['metaData'] }
}
