import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { FileNumbers, NumberedFile } from '../gateway/file-numbers.js'
import { transmitter } from './parties.js'

const LENGTH = 5
/**
 * The first progressive, C0000: programs that a company used before have mostly counted from 00001
 * on, and SdI takes no name twice from whatever program.
 */
const FIRST = Number.parseInt('C0000', 36)
const BEYOND = 36 ** LENGTH

/**
 * The name of the file that an attempt sends, `IT01234567890_C0000.xml`: the transmitter, and five
 * digits and capitals that never come again, not even after a rejection (control 00002).
 * @throws RangeError when a transmitter has used up all of them, some forty million
 */
export async function sdiFileName(
  { scope, attemptId, invoice }: Pick<NumberedFile, 'scope' | 'attemptId'> & { readonly invoice: InvoiceRequest },
  numbers: FileNumbers,
): Promise<string> {
  const { country, code } = transmitter(invoice)
  const sender = country + code
  const number = FIRST + (await numbers.numberOf({ scope, country: 'IT', attemptId, sender }))
  if (number >= BEYOND) throw new RangeError(`${sender} has sent as many files as SdI has names for`)
  return `${sender}_${number.toString(36).toUpperCase().padStart(LENGTH, '0')}.xml`
}
