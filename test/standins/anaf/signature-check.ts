import { hash } from 'node:crypto'
import { partsOf } from '../flow-service/form.js'
import { json } from './answers.js'
import type { Answer } from '../local-server.js'

const BAD_REQUEST = json({ msg: 'Eroare tehnică: request incorect.' }, 400)

/** `POST /api/validate/signature`: whether a signature is that of a downloaded document. */
export function signatureVerdict(contentType: string | undefined, body: Buffer): Answer {
  const parts = partsOf(contentType, body) ?? []
  const [file, signature] = ['file', 'signature'].map((name) => parts.find((part) => part.name === name)?.bytes)
  if (file === undefined || signature === undefined) return BAD_REQUEST
  const isIts = signature.includes(`<ds:DigestValue>${hash('sha256', file, 'base64')}</ds:DigestValue>`)
  return json({ msg: `Fișierele încărcate ${isIts ? 'au fost validate' : 'NU au putut fi validate'} cu succes` })
}
