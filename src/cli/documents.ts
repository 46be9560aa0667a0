import { isSignedFile } from '../countries/signing/cades.js'
import { judgeXml } from '../countries/judging/judge-xml.js'
import type { PrintedVerdict } from './verdicts.js'

/**
 * Whether a file contains an XML document rather than an invoice in JSON: decided by its name, or
 * by its first bytes (standard input has no name).
 */
export function isDocument(file: string, bytes: Uint8Array): boolean {
  if (/\.(?:xml|p7m)$/i.test(file)) return true
  if (/\.(?:nd)?json$/i.test(file)) return false
  if (isSignedFile(bytes)) return true
  // A byte order mark, white space, and a `<`, in any encoding.
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  return /^[\xef\xbb\xbf\xff\xfe\0\s]*</.test(start)
}

/** Checks an XML document against a profile, or against the profile it claims. */
export function judgeDocumentFile(name: string, bytes: Uint8Array, profile: string | undefined): PrintedVerdict {
  const { profile: judgedBy, valid, findings, findingsTotal } = judgeXml(bytes, { profile, now: new Date() })
  return {
    name,
    valid,
    findingsTotal,
    by: judgedBy === null ? '' : ` by profile ${judgedBy}`,
    findings: findings.map(({ rule, flag, path, line, message, fix }) => ({
      rule,
      flag,
      message,
      fix,
      place: path === '' ? `line ${line}` : `line ${line}, ${path}`,
    })),
    asJson: () => ({
      file: name,
      profile: judgedBy,
      valid,
      findings: findings.map(({ rule, flag, path, message, line, fix }) => ({ rule, flag, path, message, line, fix })),
      ...(findingsTotal > findings.length && { findingsTotal }),
    }),
  }
}
