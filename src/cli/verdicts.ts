import type { Flag } from '../einvoice/rules/judge-document.js'
import { visible } from './output.js'

/** The result for one invoice or document, ready to print. */
export interface PrintedVerdict {
  /** The file, with the line number for newline-delimited JSON. */
  readonly name: string
  readonly valid: boolean
  /** Names the rules, printed after the result; may be empty. */
  readonly by: string
  /** Includes warnings, also for a valid invoice. */
  readonly findings: readonly PrintedFinding[]
  readonly findingsTotal: number
  /** The value that `--json` prints. */
  readonly asJson: () => unknown
}

/** One finding as it is printed. */
interface PrintedFinding {
  /** Empty for an error of the API's schema. */
  readonly rule: string
  readonly flag: Flag
  /** A field of the JSON, or line and element of a document; empty for the whole. */
  readonly place: string
  readonly message: string
  /** Empty where the message contains it. */
  readonly fix: string
}

/**
 * The file and its result, then each finding: rule, level, place and message, and the fix on its
 * own line.
 */
export function inLines({ name, valid, by, findings, findingsTotal }: PrintedVerdict): string {
  const hidden = findingsTotal - findings.length
  return [
    `${name}: ${valid ? 'valid' : 'invalid'}${by}`,
    ...findings.flatMap(({ rule, flag, place, message, fix }) => [
      `  ${[rule, flag, visible(place)].filter((part) => part !== '').join(' ')}: ${message}`,
      ...(fix === '' ? [] : [`    ${fix}`]),
    ]),
    ...(hidden > 0 ? [`  ${hidden} more findings`] : []),
  ].join('\n')
}
