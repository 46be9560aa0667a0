import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../accepted-sample.js'

/**
 * A certificate or key of tests, made by OpenSSL: `rsa` and `ec` were issued by a test authority
 * that has an ECDSA key itself; their passphrase is `hasło1`. `-legacy` are encrypted by RC2 and
 * triple DES, the other PKCS#12 files by AES; `many-rounds` derives its keys in 200,000 rounds.
 */
export function signingFile(name: string): Buffer {
  return readFileSync(join(ROOT, 'test', 'countries', 'signing', 'files', name))
}
