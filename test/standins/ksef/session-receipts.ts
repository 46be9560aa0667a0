import { hash } from 'node:crypto'
import { refused, xml } from './answers.js'
import { reference } from './references.js'
import { receiptOf, type TakenInvoice, type TakenSession } from './register.js'
import type { Answer } from '../local-server.js'

const EXPIRES_MS = 3 * 24 * 3_600_000
/** KSeF's own pages hold ten thousand. */
const INVOICES_A_PAGE = 10_000

interface Page {
  readonly reference: string
  readonly bytes: Buffer
}

/** The collective UPOs of sessions that are over, in pages. */
export class SessionReceipts {
  readonly #pages = new Map<string, readonly Page[]>()

  constructor(
    private readonly settings: {
      readonly now: () => Date
      readonly storeAddress: () => string
      readonly largestPage: number
    },
  ) {}

  /** As the session's status shows them; undefined: there are none. */
  shownOf(session: TakenSession): object | undefined {
    const pages = this.#of(session)
    if (pages.length === 0) return undefined
    const until = new Date(this.settings.now().getTime() + EXPIRES_MS)
    return {
      pages: pages.map((page) => ({
        referenceNumber: page.reference,
        downloadUrl: `${this.settings.storeAddress()}/upo/${page.reference}?sig=${signatureOf(page)}`,
        downloadUrlExpirationDate: until.toISOString(),
      })),
    }
  }

  /** `GET /sessions/{ref}/upo/{ref}`. */
  page(session: TakenSession, wanted: string): Answer {
    const page = this.#of(session).find((each) => each.reference === wanted)
    if (page === undefined)
      return refused(21178, [
        `UPO o numerze referencyjnym ${wanted} dla sesji ${session.reference} nie zostało znalezione.`,
      ])
    return documentOf(page)
  }

  /** By its signed address, without a token. */
  byAddress(wanted: string, query: URLSearchParams, authorization: string | undefined): Answer {
    const page = [...this.#pages.values()].flat().find((each) => each.reference === wanted)
    if (page === undefined || query.get('sig') !== signatureOf(page)) return { status: 403, body: '' }
    return authorization === undefined ? documentOf(page) : { status: 401, body: '' }
  }

  #of(session: TakenSession): readonly Page[] {
    const { status, invoices, reference: own, processedAt } = session
    const now = this.settings.now()
    if (status.code !== 200 || (processedAt !== undefined && processedAt > now)) return []
    const known = this.#pages.get(own)
    if (known !== undefined) return known
    const accepted = invoices.filter(({ ksefNumber, decidedAt }) => ksefNumber !== null && decidedAt <= now)
    const size = Math.min(this.settings.largestPage, INVOICES_A_PAGE)
    const pages = Array.from({ length: Math.ceil(accepted.length / size) }, (_, number) => ({
      reference: reference('EU', now),
      bytes: bytesOf(accepted.slice(number * size, (number + 1) * size)),
    }))
    this.#pages.set(own, pages)
    return pages
  }
}

function signatureOf({ reference: of }: Page): string {
  return hash('sha256', `upo ${of}`, 'hex')
}

function documentOf({ bytes }: Page): Answer {
  return xml(bytes, { 'x-ms-meta-hash': hash('sha256', bytes, 'base64') })
}

/** One document with the confirmations of all its invoices. */
function bytesOf(invoices: readonly TakenInvoice[]): Buffer {
  const [first = '', ...rest] = invoices.map((invoice) => receiptOf(invoice).toString('utf8'))
  const documents = rest.map((text) => /<Dokument>[^]*<\/Dokument>/.exec(text)?.[0] ?? '').join('')
  return Buffer.from(first.replace('</Dokument>', `</Dokument>${documents}`))
}
