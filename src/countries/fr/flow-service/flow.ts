import { isHoldable } from '../../../domain/text.js'
import { isFields, quoted } from '../failures.js'

/** A flow in a response of the platform (XP Z12-013, schema `Flow`). */
export interface Flow {
  readonly flowId: string
  readonly trackingId: string | null
  readonly flowType: string | null
  readonly flowDirection: string | null
  /** When the platform created it, by its own clock; null: unknown. */
  readonly submittedAt: Date | null
  readonly updatedAt: Date | null
  readonly acknowledgement: Acknowledgement
  /** SHA-256 (hex) of its file, if the platform returns it. */
  readonly sha256: string | null
  /** All that the platform has stated of it. */
  readonly stated: Readonly<Record<string, unknown>>
}

/** The result of the platform's first checks: virus, integrity, form, uniqueness. */
interface Acknowledgement {
  /** `none`: absent; `unknown`: a value outside the norm. */
  readonly status: 'Pending' | 'Ok' | 'Error' | 'none' | 'unknown'
  /** The reasons of level Error. */
  readonly errors: readonly AcknowledgementError[]
}

/** A reason for an Error. */
interface AcknowledgementError {
  readonly reasonCode: string
  readonly reasonMessage: string
  /** Its subject. */
  readonly item: string
}

/** The norm allows 36 characters; a text longer than this is not an id. */
const LONGEST_ID = 100

/** Parses a flow; null if the value is none: a flow without an id can't be queried. */
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
    stated: value,
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

const STATUSES = ['Pending', 'Ok', 'Error'] as const satisfies Acknowledgement['status'][]

function acknowledgementIn(value: unknown): Acknowledgement {
  if (!isFields(value)) return { status: 'none', errors: [] }
  const { status, details } = value
  const known = STATUSES.find((each) => each === status) ?? 'unknown'
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

/** Whether the platform considers it a duplicate: then the first flow decides. */
export function isRepetition({ acknowledgement }: Flow): boolean {
  const { status, errors } = acknowledgement
  return (
    status === 'Error' && errors.length > 0 && errors.every(({ reasonCode }) => reasonCode === 'AlreadyExistingFlow')
  )
}

/** The reasons of an Error, one per line: code, message, subject. */
export function errorText({ errors }: Acknowledgement): string {
  const lines = errors.map(({ reasonCode, reasonMessage, item }) =>
    [[reasonCode, reasonMessage].filter((text) => text !== '').join(' - '), item === '' ? '' : `(${item})`]
      .filter((text) => text !== '')
      .map((text) => quoted(text))
      .join(' '),
  )
  return lines.length === 0 ? 'acknowledgement: Error' : lines.join('\n')
}
