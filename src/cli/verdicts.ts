import type { Flag } from '../einvoice/rules/judge-document.js'

/** What was found of one invoice or document, ready to be printed. */
export interface Verdict {
  /** The file, with the line for newline-delimited JSON. */
  readonly name: string
  readonly valid: boolean
  /** By which rules, to be printed behind the verdict; empty where there is nothing to say. */
  readonly by: string
  /** Warnings too, also of what is valid. */
  readonly findings: readonly PrintedFinding[]
  readonly findingsTotal: number
  /** What `--json` prints. */
  readonly asJson: () => unknown
}

/** One finding as it is printed. */
export interface PrintedFinding {
  /** Empty for what no rule but the form of the API asks for. */
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
export function inLines({ name, valid, by, findings, findingsTotal }: Verdict): string {
  const hidden = findingsTotal - findings.length
  return [
    `${name}: ${valid ? 'valid' : 'invalid'}${by}`,
    ...findings.flatMap(({ rule, flag, place, message, fix }) => [
      `  ${[rule, flag, place].filter((part) => part !== '').join(' ')}: ${message}`,
      ...(fix === '' ? [] : [`    ${fix}`]),
    ]),
    ...(hidden > 0 ? [`  and ${hidden} more findings`] : []),
  ].join('\n')
}
