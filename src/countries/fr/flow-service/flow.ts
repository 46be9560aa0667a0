import { isHoldable } from '../../../domain/text.js'
import { isFields, quoted } from '../failures.js'

/** A flow as the platform tells of it (XP Z12-013, schema `Flow`). */
export interface Flow {
  readonly flowId: string
  readonly trackingId: string | null
  readonly flowType: string | null
  readonly flowDirection: string | null
  /** When the platform made it, by its own clock; null: it does not say. */
  readonly submittedAt: Date | null
  readonly updatedAt: Date | null
  readonly acknowledgement: Acknowledgement
  /** SHA-256 (hex) of its file, where a platform tells it. */
  readonly sha256: string | null
}

/** What became of the platform's first checks: virus, integrity, form, uniqueness. */
export interface Acknowledgement {
  /** `none`: the platform says nothing of it; `unknown`: in a word that is none of the norm's. */
  readonly status: 'Pending' | 'Ok' | 'Error' | 'none' | 'unknown'
  /** The reasons of level Error. */
  readonly errors: readonly AcknowledgementError[]
}

/** One reason for an Error. */
export interface AcknowledgementError {
  readonly reasonCode: string
  readonly reasonMessage: string
  /** What it is about. */
  readonly item: string
}

/** The norm has 36 at most; what is longer than this is no id. */
const LONGEST_ID = 100

/** A flow, or null where the value is none: without an id nobody can ask for it. */
export function readFlow(value: unknown): Flow | null {
  if (!isFields(value)) return null
  const flowId = idIn(value['flowId'])
  if (flowId === null) return null
  return {
    flowId,
    trackingId: idIn(value['trackingId']),
    flowType: wordIn(value['flowType']),
    flowDirection: wordIn(value['flowDirection']),
    submittedAt: momentIn(value['submittedAt']),
    updatedAt: momentIn(value['updatedAt']),
    acknowledgement: acknowledgementIn(value['acknowledgement']),
    sha256: wordIn(value['sha256'])?.toLowerCase() ?? null,
  }
}

function idIn(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= LONGEST_ID && isHoldable(text) ? text : null
}

function wordIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function momentIn(value: unknown): Date | null {
  if (typeof value !== 'string') return null
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? null : moment
}

const STATUSES: ReadonlySet<string> = new Set(['Pending', 'Ok', 'Error'] satisfies Acknowledgement['status'][])

function acknowledgementIn(value: unknown): Acknowledgement {
  if (!isFields(value)) return { status: 'none', errors: [] }
  const { status, details } = value
  const known = typeof status === 'string' && STATUSES.has(status) ? (status as Acknowledgement['status']) : 'unknown'
  const errors = (Array.isArray(details) ? details : [])
    .filter(isFields)
    .filter(({ level }) => level !== 'Warning')
    .map(({ reasonCode, reasonMessage, item }) => ({
      reasonCode: wordIn(reasonCode) ?? '',
      reasonMessage: wordIn(reasonMessage) ?? '',
      item: wordIn(item) ?? '',
    }))
  return { status: known, errors }
}

/** Whether the platform has taken it for a repetition: the decision is that of the first flow. */
export function isRepetition({ acknowledgement }: Flow): boolean {
  const { status, errors } = acknowledgement
  return (
    status === 'Error' && errors.length > 0 && errors.every(({ reasonCode }) => reasonCode === 'AlreadyExistingFlow')
  )
}

/** The reasons of an Error, a line each: code, message, what it is about. */
export function errorText({ errors }: Acknowledgement): string {
  const lines = errors.map(({ reasonCode, reasonMessage, item }) =>
    [[reasonCode, reasonMessage].filter((text) => text !== '').join(' - '), item === '' ? '' : `(${item})`]
      .filter((text) => text !== '')
      .map((text) => quoted(text))
      .join(' '),
  )
  return lines.length === 0 ? 'acknowledgement: Error' : lines.join('\n')
}
