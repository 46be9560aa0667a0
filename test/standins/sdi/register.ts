import { hash } from 'node:crypto'
import type { SdiError } from '../../../src/countries/it/notifications.js'
import { judgeFile } from './judgement.js'
import { notice, type NoticedFile, rejection, type WrittenNotice } from './notices.js'
import type { Notice } from './options.js'

/** A file, accepted or not. */
export interface ReceivedFile {
  readonly at: Date
  readonly name: string
  readonly bytes: Buffer
  readonly sha256: string
  /** IdentificativoSdI; null: it was not accepted. */
  readonly id: string | null
  /** Whether the answer was sent. */
  answered: boolean
}

/** A notification that is to go out. */
export interface DueNotice {
  readonly id: string
  readonly fileName: string
  readonly notice: WrittenNotice
  readonly at: Date
  tries: number
  /** `waits`, until the service has answered or SdI has tried three times. */
  state: 'waits' | 'answered' | 'given up'
}

/** What the test wishes to become of a file. */
interface Wishes {
  readonly errors: readonly SdiError[] | null
  readonly notices: readonly Notice[] | null
  readonly decisionSeconds: number
  readonly outcomeSeconds: number
}

/** Numbers in use have eleven digits. */
const FIRST_ID = 16_000_000_000

/** Every file that SdI got, and what it says of them. */
export class Register {
  readonly received: ReceivedFile[] = []
  readonly due: DueNotice[] = []
  /** Invoices that count as issued, by what makes them one. */
  readonly #issued = new Map<string, string>()
  readonly #names = new Set<string>()
  readonly #files = new Map<string, NoticedFile>()

  /** The numbers of the files that were issued. */
  get issued(): readonly string[] {
    return [...this.#issued.values()]
  }

  /** Takes a file, judges it, and plans what is said of it. */
  take(name: string, bytes: Buffer, now: Date, wishes: Wishes): string {
    const id = String(FIRST_ID + this.received.length + 1)
    const sha256 = hash('sha256', bytes)
    this.received.push({ at: now, name, bytes, sha256, id, answered: true })
    const { invoice, errors } = judgeFile(name, bytes)
    const file: NoticedFile = {
      id,
      fileName: name,
      messageId: id,
      receivedAt: now,
      sha256,
      recipient: invoice.recipient,
      invoice,
      bytes,
    }
    this.#files.set(id, file)
    const found = wishes.errors ?? this.#repetition(name, invoice.key, errors)
    this.#names.add(name)
    if (found.length > 0) {
      this.#plan(file, rejection(file, found), later(now, wishes.decisionSeconds))
      return id
    }
    this.#issued.set(invoice.key, id)
    const notices = wishes.notices ?? usual(file)
    notices.forEach((what, index) => {
      if (what === 'EC02') this.#issued.delete(invoice.key)
      const seconds = wishes.decisionSeconds + (index === 0 ? 0 : wishes.outcomeSeconds)
      this.#plan(file, notice(file, what, what === 'EC02' ? 'CIG errato' : undefined), later(now, seconds))
    })
    return id
  }

  /** Sends one more notification about an accepted file, changed as the test wants it. */
  report(id: string, what: Notice | readonly SdiError[], now: Date, changed: Partial<NoticedFile> = {}): void {
    const known = this.#files.get(id)
    if (known === undefined) throw new Error(`SdI has no file ${id}`)
    const file = { ...known, ...changed }
    this.#plan(file, typeof what === 'string' ? notice(file, what, 'CIG errato') : rejection(file, what), now)
  }

  /** A name is accepted once, regardless of the file's outcome. */
  #repetition(name: string, key: string, errors: readonly SdiError[]): readonly SdiError[] {
    if (this.#names.has(name)) return [{ code: '00002', description: 'Nome file duplicato' }]
    if (errors.length > 0) return errors
    const earlier = this.#issued.get(key)
    return earlier === undefined
      ? []
      : [{ code: '00404', description: `Fattura duplicata (IdentificativoSdI ${earlier})` }]
  }

  #plan({ id, fileName }: NoticedFile, written: WrittenNotice, at: Date): void {
    this.due.push({ id, fileName, notice: written, at, tries: 0, state: 'waits' })
  }
}

function usual({ recipient: { code }, invoice: { hasPec } }: NoticedFile): readonly Notice[] {
  if (code.length === 6) return ['RC', 'EC01']
  return code === 'XXXXXXX' || (code === '0000000' && !hasPec) ? ['MC'] : ['RC']
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
