import { parseXml } from '../../../einvoice/xml/parse.js'
import { RefusedXml } from '../../../einvoice/xml/refused-xml.js'
import type { MessageReader } from '../../gateway/message-reader.js'
import { isSignedFile } from '../../signing/cades.js'
import { type ToSign, toSign } from '../../signing/xades.js'

/** Whether a document is signed already. */
export const SIGNED: MessageReader<null, boolean> = {
  name: 'whether a document is signed',
  read(bytes) {
    if (isSignedFile(bytes)) return true
    try {
      return parseXml(bytes).root.child('ds:Signature') !== undefined
    } catch (error) {
      if (error instanceof RefusedXml) return false
      throw error
    }
  },
}

/** What a signature needs of a document; null: it can't contain one. */
export const TO_SIGN: MessageReader<null, ToSign | null> = {
  name: 'document to sign',
  read(bytes) {
    try {
      return toSign(Buffer.from(bytes))
    } catch (error) {
      if (error instanceof RangeError) return null
      throw error
    }
  },
}
