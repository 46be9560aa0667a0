import { visible } from '../../domain/text.js'

/** The kinds of findings. */
type FindingKind =
  | 'edited'
  | 'deleted'
  | 'inserted'
  | 'reordered'
  | 'truncated'
  | 'document missing'
  | 'document changed'
  | 'seal missing'
  | 'seal changed'
  | 'signature'
  | 'time stamp'
  | 'leaf changed'
  | 'archive changed'

/** A change that was found, and its place. */
export interface Finding {
  readonly kind: FindingKind
  /** The stream, if it concerns one. */
  readonly stream?: string
  /** The first revision concerned. */
  readonly revision?: number
  /** SHA-256 (hex) of a document. */
  readonly document?: string
  /** Sequence of a seal. */
  readonly seal?: number
  /** Index of a leaf, from 0. */
  readonly leaf?: number
  /** A file of an archive. */
  readonly file?: string
  /** The finding, in one sentence. */
  readonly detail: string
}

/** More findings are counted, but not listed. */
export const MOST_FINDINGS = 10_000

/** Collects findings, each once. */
export class Findings {
  readonly #all = new Map<string, Finding>()
  #more = 0

  /** Adds a finding; a duplicate changes nothing. */
  add(finding: Finding): void {
    const { kind, stream, revision, document, seal, leaf, file } = finding
    const key = JSON.stringify([kind, stream, revision, document, seal, leaf, file])
    if (this.#all.has(key)) return
    if (this.#all.size >= MOST_FINDINGS) this.#more += 1
    else this.#all.set(key, finding)
  }

  /** Whether this stream has a finding of this kind. */
  has(kind: FindingKind, stream: string): boolean {
    return [...this.#all.values()].some((finding) => finding.kind === kind && finding.stream === stream)
  }

  /** The findings in the order of their discovery. */
  get all(): readonly Finding[] {
    return [...this.#all.values()]
  }

  /** The number of findings that are not listed. */
  get more(): number {
    return this.#more
  }
}

/** A finding as a line: `edited: liveInvoice-inv_…@3: …` */
export function inWords({ kind, stream, revision, document, seal, leaf, file, detail }: Finding): string {
  const where = [
    stream === undefined ? null : revision === undefined ? stream : `${stream}@${revision}`,
    document === undefined ? null : `document ${document}`,
    seal === undefined ? null : `seal ${seal}`,
    leaf === undefined ? null : `leaf ${leaf}`,
    file === undefined ? null : `file ${file}`,
  ].filter((part) => part !== null)
  return visible(`${[kind, ...where].join(': ')}: ${detail}`)
}
