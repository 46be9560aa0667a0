import type { Flag } from '../einvoice/rules/judge-document.js'
import { visible } from './output.js'

/** The verdict on one invoice or document, ready to be printed. */
export interface PrintedVerdict {
  /** The file, with the line for newline-delimited JSON. */
  readonly name: string
  readonly valid: boolean
  /** Says by which rules, printed after the verdict; may be empty. */
  readonly by: string
  /** Warnings too, also of what is valid. */
  readonly findings: readonly PrintedFinding[]
  readonly findingsTotal: number
  /** What `--json` prints. */
  readonly asJson: () => unknown
}

/** One finding as it is printed. */
export interface PrintedFinding {
  /** Empty where no rule is broken, but the API's schema. */
  readonly rule: string
  readonly flag: Flag
  /** Where: a field of the JSON, or line and element of a document; empty for the whole. */
  readonly place: string
  readonly message: string
  /** Empty where the message says it. */
  readonly fix: string
}

/**
 * The file and its verdict, then each finding: rule, level, place and message, and what to do on a
 * line of its own.
 */
export function inLines({ name, valid, by, findings, findingsTotal }: PrintedVerdict): string {
  const hidden = findingsTotal - findings.length
  return [
    `${name}: ${valid ? 'valid' : 'invalid'}${by}`,
    ...findings.flatMap(({ rule, flag, place, message, fix }) => [
      `  ${[rule, flag, visible(place)].filter((part) => part !== '').join(' ')}: ${message}`,
      ...(fix === '' ? [] : [`    ${fix}`]),
    ]),
    ...(hidden > 0 ? [`  and ${hidden} more findings`] : []),
  ].join('\n')
}
