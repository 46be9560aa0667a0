import { readFileSync } from 'node:fs'
import type { DocumentProfileName } from '../countries/document-profiles.js'
import { judgeXml } from '../countries/judge-xml.js'
import { todayIn } from '../domain/calendar.js'

/** Whether a file has a document rather than an invoice in JSON: by its name, or by how it begins (standard input has no name). */
export function isDocument(file: string, bytes: Uint8Array): boolean {
  if (/\.xml$/i.test(file)) return true
  if (/\.(?:nd)?json$/i.test(file)) return false
  // A byte order mark, white space, and a `<`, in whatever encoding.
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  return /^[\xef\xbb\xbf\xff\xfe\0\s]*</.test(start)
}

/** The bytes of a file; `-` is standard input. */
export function readBytes(file: string): Buffer {
  return readFileSync(file === '-' ? 0 : file)
}

/** Judges a document and prints what there is to say; gives whether it is valid. */
export function validateDocument(
  file: string,
  bytes: Uint8Array,
  options: { readonly profile: DocumentProfileName | undefined; readonly json: boolean },
): boolean {
  const { profile, valid, findings } = judgeXml(bytes, {
    profile: options.profile,
    today: todayIn('Europe/Brussels', new Date()),
  })
  if (options.json) console.log(JSON.stringify({ file, profile, valid, findings }))
  else
    console.log(
      [
        `${file}: ${valid ? 'valid' : 'invalid'}${profile === null ? '' : ` by profile ${profile}`}`,
        ...findings.map(({ rule, flag, path, message }) => `  ${rule} ${flag} ${path}: ${message}`),
      ].join('\n'),
    )
  return valid
}
