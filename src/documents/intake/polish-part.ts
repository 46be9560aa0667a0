import { invalidField } from '../../domain/refusal.js'
import type { InvoiceBody } from './schemas/invoice-input.js'

/** Two fields of which FA(3) contains one. */
const CHOICES = [
  ['mode', 'otherMode'],
  ['cargo', 'otherCargo'],
] as const

/** Refuses Polish fields that contradict each other. Throws a `Refusal`. */
export function refusePolish({ pl }: Pick<InvoiceBody, 'pl'>): void {
  for (const [index, transport] of (pl?.transports ?? []).entries())
    for (const [one, other] of CHOICES)
      if (transport[one] !== undefined && transport[other] !== undefined)
        throw invalidField(
          `pl.transports[${index}].${other}`,
          `can't be sent together with ${one}: FA(3) has either of them; leave one out`,
        )
}
