import type { Scope } from '../../../src/domain/event.js'
import type { NotedUpload, UploadLedger } from '../../../src/countries/gateway/upload-ledger.js'

interface Note extends NotedUpload {
  readonly country: string
  readonly sha256: string
}

/** A ledger of uploads that lasts as long as its test. */
export class MemoryUploads implements UploadLedger {
  readonly #notes = new Map<string, Note>()
  readonly #learnt = new Map<string, string>()

  async begin({ scope, country, attemptId, sha256, begunAt }: Parameters<UploadLedger['begin']>[0]): Promise<void> {
    this.#notes.set(keyOf(scope, attemptId), { country, sha256, begunAt, uploadId: null })
  }

  async refused({ scope, attemptId, begunAt }: Parameters<UploadLedger['refused']>[0]): Promise<void> {
    const key = keyOf(scope, attemptId)
    if (this.#notes.get(key)?.begunAt.getTime() === begunAt.getTime()) this.#notes.delete(key)
  }

  async taken(scope: Scope, attemptId: string, uploadId: string): Promise<void> {
    const note = this.#notes.get(keyOf(scope, attemptId))
    if (note === undefined) return
    this.#notes.set(keyOf(scope, attemptId), { ...note, uploadId })
    this.#learnt.set(keyOf(scope, note.country, uploadId), note.sha256)
  }

  async find(scope: Scope, attemptId: string): Promise<NotedUpload | null> {
    const note = this.#notes.get(keyOf(scope, attemptId))
    return note === undefined ? null : { begunAt: note.begunAt, uploadId: note.uploadId }
  }

  async known(scope: Scope, country: string, uploadIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new Map(
      uploadIds.flatMap((uploadId) => {
        const sha256 = this.#learnt.get(keyOf(scope, country, uploadId))
        return sha256 === undefined ? [] : [[uploadId, sha256] as const]
      }),
    )
  }

  async attempts(scope: Scope, country: string, uploadIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    const prefix = keyOf(scope, '')
    for (const [key, note] of this.#notes)
      if (key.startsWith(prefix) && note.country === country && uploadIds.includes(note.uploadId ?? ''))
        found.set(note.uploadId ?? '', key.slice(prefix.length))
    return found
  }

  async hasAny(scope: Scope, country: string): Promise<boolean> {
    return [...this.#learnt.keys()].some((key) => key.startsWith(keyOf(scope, country, '')))
  }

  async learn(scope: Scope, country: string, uploadId: string, sha256: string): Promise<void> {
    this.#learnt.set(keyOf(scope, country, uploadId), sha256)
  }
}

function keyOf({ account, environment }: Scope, ...parts: readonly string[]): string {
  return [account, environment, ...parts].join(' ')
}
