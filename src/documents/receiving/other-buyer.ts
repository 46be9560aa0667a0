import type { Party } from '../../domain/request/parties.js'
import type { ReceivedFinding } from './reading.js'

/** A warning if the document names another buyer than the company that it came to. */
export function otherBuyer(customer: Party, numbers: readonly string[]): readonly ReceivedFinding[] {
  const { legalRegistration, identifiers = [], nationalId, siret } = customer
  const given = [customer.vatNumber, legalRegistration?.id, nationalId, siret, ...identifiers.map(({ id }) => id)]
  const named = given.map(digitsOf).filter((number) => number !== '')
  const own = new Set(numbers.map(digitsOf))
  // The number of an establishment begins with that of its company.
  const isOwn = named.some((number) => own.has(number) || own.has(number.slice(0, 9)))
  if (isOwn) return []
  return [
    {
      rule: 'CW-OTHER-BUYER',
      severity: 'warning',
      path: '/',
      message:
        named.length === 0
          ? 'The document names no number of its buyer, so it does not show that it is meant for this company.'
          : 'The document names another buyer than the company that it was delivered to.',
      fix: 'Check whether the invoice is meant for this company before you book or pay it.',
    },
  ]
}

/** The number without its prefix of a country and without separators. */
function digitsOf(number: string | undefined): string {
  return (number ?? '')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replace(/^[A-Z]{2}(?=.)/, '')
}
