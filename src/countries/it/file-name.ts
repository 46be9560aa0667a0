import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { FileNumbers, NumberedFile } from '../gateway/file-numbers.js'
import { isSignedFile } from '../signing/cades.js'
import { transmitter } from './parties.js'

const LENGTH = 5
/**
 * The first progressive, C0000: a company's former programs mostly counted from 00001, and SdI
 * accepts no name twice, regardless of the program.
 */
const FIRST = Number.parseInt('C0000', 36)
const BEYOND = 36 ** LENGTH

/**
 * The file name of an attempt, `IT01234567890_C0000.xml`: the transmitter, and five digits and
 * capitals that are never reused, not even after a rejection (control 00002).
 * @throws RangeError if a transmitter has used all of them, about forty million
 */
export async function sdiFileName(
  { scope, attemptId, invoice }: Pick<NumberedFile, 'scope' | 'attemptId'> & { readonly invoice: InvoiceRequest },
  numbers: FileNumbers,
): Promise<string> {
  const { country, code } = transmitter(invoice)
  const sender = country + code
  const number = FIRST + (await numbers.numberOf({ scope, country: 'IT', attemptId, sender }))
  if (number >= BEYOND) throw new RangeError(`${sender} has used all file names that SdI allows`)
  return `${sender}_${number.toString(36).toUpperCase().padStart(LENGTH, '0')}.xml`
}

/** The name of a file by its content: that of one in an enveloping signature ends with `.p7m`. */
export function nameOfFile(name: string, bytes: Uint8Array): string {
  return isSignedFile(bytes) ? `${name}.p7m` : name
}
