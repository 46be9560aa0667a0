import { visible } from '../../domain/text.js'

/** In which way something is not as it was written. */
export const FINDING_KINDS = [
  'edited',
  'deleted',
  'inserted',
  'reordered',
  'truncated',
  'document missing',
  'document changed',
  'seal missing',
  'seal changed',
  'signature',
  'time stamp',
  'leaf changed',
  'archive changed',
] as const
/** One of `FINDING_KINDS`. */
export type FindingKind = (typeof FINDING_KINDS)[number]

/** Something that is not as it was written, and where. */
export interface Finding {
  readonly kind: FindingKind
  /** The stream, where it is about one. */
  readonly stream?: string
  /** The first revision that it is about. */
  readonly revision?: number
  /** SHA-256 (hex) of a document. */
  readonly document?: string
  /** Sequence of a seal. */
  readonly seal?: number
  /** Index of a leaf, from 0. */
  readonly leaf?: number
  /** A file of an archive. */
  readonly file?: string
  /** What was found, in a sentence. */
  readonly detail: string
}

/** More are counted, and not named one by one. */
export const MOST_FINDINGS = 10_000

/** Takes what is found, each once. */
export class Findings {
  readonly #all = new Map<string, Finding>()
  #more = 0

  /** Adds one; the same again changes nothing. */
  add(finding: Finding): void {
    const { kind, stream, revision, document, seal, leaf, file } = finding
    const key = JSON.stringify([kind, stream, revision, document, seal, leaf, file])
    if (this.#all.has(key)) return
    if (this.#all.size >= MOST_FINDINGS) this.#more += 1
    else this.#all.set(key, finding)
  }

  /** Whether something of this kind was found at this stream. */
  has(kind: FindingKind, stream: string): boolean {
    return [...this.#all.values()].some((finding) => finding.kind === kind && finding.stream === stream)
  }

  /** What was found, in the order in which it was. */
  get all(): readonly Finding[] {
    return [...this.#all.values()]
  }

  /** How many were found that are not named. */
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
