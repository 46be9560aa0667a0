import type { Identifier, Invoice } from '../../../einvoice/model.js'
import type { Rule, Term } from '../../../einvoice/rules/rule.js'
import { isRoutable } from './addresses.js'
import { characters, isSiren, noteTexts, sirenOf, type Syntax } from './syntax.js'

const SIREN_FIX = 'Give the French VAT number (its last nine digits are the SIREN), or the SIRET'

/** XPath's `\d` is any decimal digit of Unicode, and so is this one. */
const FOURTEEN_DIGITS = /^\p{Nd}{14}$/u

/** BR-FR-09 to BR-FR-11, BR-FR-24, BR-FR-26, BR-FR-32, BR-FR-CO-10 and BR-FR-CO-15: SIREN, SIRET and other identifiers. */
export function partyRules(syntax: Syntax): readonly Rule[] {
  return [...sirenRules(syntax), ...identifierRules()]
}

/** BR-FR-09 to BR-FR-11 and BR-FR-32. */
function sirenRules(syntax: Syntax): readonly Rule[] {
  return [
    siret('BT-29', 'supplier.siret', ({ seller }) => [seller.identifiers, sirenOf(seller)]),
    siret('BT-46', 'customer.siret', ({ buyer }) => [buyer.identifiers, sirenOf(buyer)]),
    siret('BT-60', "the payee's SIRET", ({ payee }) => [
      payee?.identifier === undefined ? [] : [payee.identifier],
      payee?.legalRegistration?.scheme === '0002' ? payee.legalRegistration.value : undefined,
    ]),
    siret('BT-71', 'the SIRET of delivery', ({ delivery }) => [
      delivery?.location === undefined ? [] : [delivery.location],
      undefined,
    ]),
    {
      id: 'BR-FR-10_BT-30',
      terms: ['BT-30'],
      message: "The seller's SIREN {} is missing or has not nine digits",
      fix: `${SIREN_FIX} of the supplier`,
      check: ({ seller }, breach) => {
        if (!isSiren(sirenOf(seller))) breach('BT-30', undefined, sirenOf(seller))
      },
    },
    {
      id: 'BR-FR-11_BT-47',
      terms: ['BT-47', 'BT-21'],
      message:
        "The buyer's SIREN {} is missing or has not nine digits, but the invoice is one between companies in France",
      fix: `${SIREN_FIX} of the customer; for a customer who is no company in France say so in note: #BAR#B2BINT or #BAR#B2C`,
      check: (invoice, breach) => {
        const found = sirenOf(invoice.buyer)
        if (noteTexts(invoice, 'BAR', syntax).includes('B2B') && !isSiren(found)) breach('BT-47', undefined, found)
      },
    },
    {
      id: 'BR-FR-32-LEGALID',
      terms: ['BT-30', 'BT-47', 'BT-61'],
      message: 'The SIREN {} (scheme 0002) has not nine digits',
      fix: SIREN_FIX,
      check: ({ seller, buyer, payee }, breach) => {
        const numbers: [Term, Identifier | undefined][] = [
          ['BT-30', seller.legalRegistration],
          ['BT-47', buyer.legalRegistration],
          ['BT-61', payee?.legalRegistration],
        ]
        for (const [term, id] of numbers)
          if (id?.scheme === '0002' && !isSiren(id.value)) breach(term, undefined, id.value)
      },
    },
    {
      id: syntax === 'ubl' ? 'BR-FR-32-ID' : 'BR-FR-32-GLOBALID',
      terms: ['BT-29', 'BT-46', 'BT-60'],
      message: 'The identifier {} (scheme 0002 or 0231) has not nine digits',
      fix: 'Write the nine digits of the SIREN',
      check: (invoice, breach) => {
        for (const term of ['BT-29', 'BT-46', 'BT-60'] as const)
          for (const { scheme, value } of identifiersOf(invoice, term))
            if ((scheme === '0002' || scheme === '0231') && !isSiren(value)) breach(term, undefined, value)
      },
    },
  ]
}

function siret(
  term: Term,
  field: string,
  numbers: (invoice: Invoice) => readonly [readonly Identifier[], string | undefined],
): Rule {
  return {
    ...{ id: `BR-FR-09_${term}`, terms: [term], message: 'The SIRET {} has not 14 digits or belongs to another SIREN' },
    fix: `Give ${field} as 14 digits that begin with the SIREN of the company (the last nine digits of its French VAT number)`,
    check: (invoice, breach) => {
      const [identifiers, siren] = numbers(invoice)
      const found = identifiers.find(({ scheme }) => scheme === '0009')?.value
      if (found === undefined) return
      // Of the payee and the place of delivery the artefact takes the SIREN from the SIRET where none is given; of the parties it does not.
      const isParty = term === 'BT-29' || term === 'BT-46'
      const expected = isParty ? siren : siren || [...found].slice(0, 9).join('')
      if (!FOURTEEN_DIGITS.test(found) || [...found].slice(0, 9).join('') !== expected) breach(term, undefined, found)
    },
  }
}

/** BR-FR-24, BR-FR-26, BR-FR-CO-10 and BR-FR-CO-15: the identifiers of the parties. */
function identifierRules(): readonly Rule[] {
  return [
    ...routingCode(
      'BR-FR-24',
      'The routing code {} (scheme 0224) has characters other than letters, digits and + - _ .',
      isRoutable,
    ),
    ...routingCode(
      'BR-FR-26',
      'The routing code {} (scheme 0224) is longer than 100 characters',
      (text) => characters(text) <= 100,
    ),
    ...(['BT-29', 'BT-46', 'BT-60', 'BT-71'] as const).flatMap((term): Rule[] => [
      {
        ...{ id: `BR-FR-CO-10_${term}-1`, terms: [term], message: 'The identifier {} has no scheme' },
        fix: 'Name the scheme of the identifier (ISO 6523), for example 0009 for a SIRET or 0088 for a GLN',
        check: (invoice, breach) => {
          const bare = identifiersOf(invoice, term).find(({ scheme }) => scheme === undefined)
          if (bare !== undefined) breach(term, undefined, bare.value)
        },
      },
      {
        ...{ id: `BR-FR-CO-10_${term}-2`, terms: [term], message: 'Two identifiers have the scheme {}' },
        fix: 'Give one identifier for each scheme',
        check: (invoice, breach) => {
          const schemes = identifiersOf(invoice, term).flatMap(({ scheme }) => (scheme === undefined ? [] : [scheme]))
          const seen = new Set<string>()
          const twice = schemes.find((scheme) => seen.size === seen.add(scheme).size)
          if (twice !== undefined) breach(term, undefined, twice)
        },
      },
    ]),
    {
      id: 'BR-FR-CO-15_BT-29-1',
      terms: ['BT-63', 'BG-11', 'BT-29'],
      message: 'The seller is a member of a VAT group (0231), but the group is not named as its tax representative',
      fix: 'Name the group as tax representative, with its VAT number',
      check: ({ seller, taxRepresentative }, breach) => {
        const isMember = seller.identifiers.some(({ scheme }) => scheme === '0231')
        if (isMember && (taxRepresentative?.vatIdentifier ?? '') === '') breach('BT-63')
      },
    },
  ]
}

function routingCode(id: string, message: string, isRight: (text: string) => boolean): readonly Rule[] {
  return (['BT-29', 'BT-46'] as const).map((term) => ({
    ...{ id: `${id}_${term}`, terms: [term], message },
    fix: 'Write the routing code as the directory has it',
    check: (invoice, breach) => {
      for (const { scheme, value } of identifiersOf(invoice, term))
        if (scheme === '0224' && !isRight(value)) breach(term, undefined, value)
    },
  }))
}

function identifiersOf({ seller, buyer, payee, delivery }: Invoice, term: Term): readonly Identifier[] {
  const one = (identifier: Identifier | undefined): readonly Identifier[] =>
    identifier === undefined ? [] : [identifier]
  if (term === 'BT-29') return seller.identifiers
  if (term === 'BT-46') return buyer.identifiers
  return one(term === 'BT-60' ? payee?.identifier : delivery?.location)
}
