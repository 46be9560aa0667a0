import type { Party } from '../../domain/request/parties.js'
import type { ReceivedFinding } from './reading.js'

/** The numbers of a party, in a form for comparisons. */
function numbersOf({ vatNumber, legalRegistration, identifiers = [], nationalId, siret }: Party): readonly string[] {
  const given = [vatNumber, legalRegistration?.id, nationalId, siret, ...identifiers.map(({ id }) => id)]
  return given.map(digitsOf).filter((number) => number !== '')
}

/** Whether a party is the company with these numbers. */
function isCompany(party: Party, numbers: readonly string[]): boolean {
  const own = new Set(numbers.map(digitsOf))
  // The number of an establishment begins with that of its company.
  return numbersOf(party).some((number) => own.has(number) || own.has(number.slice(0, 9)))
}

/**
 * A warning if neither the buyer of a document nor another addressee is the company that it came
 * to, which has these numbers.
 */
export function otherBuyer(
  customer: Party,
  others: readonly Party[],
  numbers: readonly string[],
): readonly ReceivedFinding[] {
  if ([customer, ...others].some((each) => isCompany(each, numbers))) return []
  const named = numbersOf(customer)
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
