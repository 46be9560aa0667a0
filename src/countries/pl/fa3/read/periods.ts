import type { InvoiceRequest, Line } from '../../../../domain/request/invoice-request.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { KEYS } from '../../descriptions.js'
import type { ReadDescriptions } from './descriptions.js'
import { textAt } from '../values.js'

/** BG-26. */
export type Period = NonNullable<Line['period']>

/** When the goods or services were delivered. */
interface ReadTimes extends Pick<InvoiceRequest, 'deliveryDate' | 'period'> {
  /** One for each line, in order. */
  readonly periods: readonly (Period | undefined)[]
}

/** One day, or the first and the last, in the words of `deliveryTimes`. */
const WORDS = /^(?:(\d{4}-\d\d-\d\d) – )?(\d{4}-\d\d-\d\d)$/

/** P_6, OkresFa and P_6A, and the lines' periods in words. */
export function readTimes(fa: XmlElement | undefined, descriptions: ReadDescriptions): ReadTimes {
  const day = textAt(fa, 'fa:P_6')
  const common = periodOf(textAt(fa, 'fa:OkresFa/fa:P_6_Od'), textAt(fa, 'fa:OkresFa/fa:P_6_Do'))
  const ofInvoice = descriptions.take(KEYS.invoicePeriod)
  const whole = WORDS.exec(ofInvoice ?? '')
  // A delivery on the day of issue is not written, and leaves P_6A and OkresFa out.
  let isOfIssueDate = whole?.[1] !== undefined
  const periods = (fa?.all('fa:FaWiersz') ?? []).map((line) => {
    const ofLine = textAt(line, 'fa:P_6A')
    const words = descriptions.take(KEYS.period, textAt(line, 'fa:NrWierszaFa') ?? '')
    const [, start, end] = WORDS.exec(words ?? '') ?? []
    if (end === undefined) return periodOf(undefined, ofLine)
    isOfIssueDate ||= ofLine === undefined
    return periodOf(start, end)
  })
  const deliveryDate = day ?? (isOfIssueDate && common === undefined ? textAt(fa, 'fa:P_1') : undefined)
  const period = common ?? (whole === null ? undefined : periodOf(whole[1], whole[2]))
  return {
    ...(deliveryDate !== undefined && { deliveryDate }),
    ...(period !== undefined && { period }),
    periods,
  }
}

function periodOf(start: string | undefined, end: string | undefined): Period | undefined {
  if (start === undefined && end === undefined) return undefined
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) }
}
