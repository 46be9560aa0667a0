import type { Identifier, Invoice } from '../../../einvoice/model.js'
import type { Party } from '../../../einvoice/model-parties.js'
import { isBlank, type Rule, type Term } from '../../../einvoice/rules/rule.js'
import { characters, noteTexts, SELF_BILLED, sirenOf, type Syntax } from './syntax.js'

const FRENCH_ADDRESS = '0225'

/** BR-FR-12, BR-FR-13, BR-FR-21 to BR-FR-23 and BR-FR-25: the electronic addresses of seller and buyer (BT-34, BT-49). */
export function addressRules(syntax: Syntax): readonly Rule[] {
  const sides: readonly (readonly [Term, string, string, (invoice: Invoice) => Identifier | undefined])[] = [
    ['BT-49', 'buyer', 'customer', ({ buyer }) => buyer.electronicAddress],
    ['BT-34', 'seller', 'supplier', ({ seller }) => seller.electronicAddress],
  ]
  return [
    ...routingRules(syntax),
    ...sides.flatMap(([term, who, field, addressOf]): Rule[] => [
      {
        ...{ id: `BR-FR-${term === 'BT-49' ? '12' : '13'}_${term}`, terms: [term] },
        message: `The ${who} has no electronic address`,
        fix: `Give ${field}.peppolId: in France 0225: and the SIREN, abroad the address in the receiver's network`,
        check: (invoice, breach) => {
          const value = addressOf(invoice)?.value
          if (syntax === 'ubl' ? isBlank(value) : (value ?? '') === '') breach(term)
        },
      },
      {
        ...{ id: `BR-FR-23_${term}`, terms: [term] },
        message: `The French address {} of the ${who} has characters other than letters, digits and + - _ .`,
        fix: `Write ${field}.peppolId as 0225: and SIREN, SIREN_SIRET, SIREN_SIRET_code or SIREN_suffix`,
        check: (invoice, breach) => {
          const address = addressOf(invoice)
          if (address?.scheme === FRENCH_ADDRESS && !isRoutable(address.value)) breach(term, undefined, address.value)
        },
      },
      {
        ...{ id: `BR-FR-25_${term}`, terms: [term] },
        message: `The electronic address {} of the ${who} is longer than 125 characters`,
        fix: `Give a ${field}.peppolId of at most 125 characters`,
        check: (invoice, breach) => {
          const value = addressOf(invoice)?.value ?? ''
          if (value.length > 125 && characters(value) > 125) breach(term, undefined, value)
        },
      },
    ]),
  ]
}

/** BR-FR-21 and BR-FR-22: who receives an invoice between companies in France does so under an address of the directory that begins with the SIREN. */
function routingRules(syntax: Syntax): readonly Rule[] {
  const rule = (id: string, term: Term, who: string, party: (invoice: Invoice) => Party): Rule => ({
    ...{ id, terms: [term] },
    message: `The electronic address {} of the ${who}, who receives the invoice, is not in the French directory under the company's SIREN`,
    fix: `Give ${term === 'BT-49' ? 'customer' : 'supplier'}.peppolId as 0225: and the SIREN, or leave it out`,
    check: (invoice, breach) => {
      const receivesOwn = SELF_BILLED.has(invoice.typeCode) === (term === 'BT-34')
      if (!receivesOwn || !isTreated(invoice, term, syntax)) return
      const { electronicAddress: address, legalRegistration } = party(invoice)
      const siren = syntax === 'ubl' ? sirenOf(party(invoice)) : legalRegistration?.value
      if (address?.scheme !== FRENCH_ADDRESS || !address.value.startsWith(siren ?? ''))
        breach(term, undefined, address?.value)
    },
  })
  return [
    rule('BR-FR-21_BT-49', 'BT-49', 'buyer', ({ buyer }) => buyer),
    rule('BR-FR-22_BT-34', 'BT-34', 'seller', ({ seller }) => seller),
  ]
}

/** Of self-billed invoices the artefact for UBL judges those with any treatment; else those between companies in France. */
function isTreated(invoice: Invoice, term: Term, syntax: Syntax): boolean {
  const treatments = noteTexts(invoice, 'BAR', syntax)
  return syntax === 'ubl' && term === 'BT-34' ? treatments.some((text) => text !== '') : treatments.includes('B2B')
}

/** The characters of addresses and routing codes in the directory. */
export function isRoutable(text: string): boolean {
  return /^[A-Za-z0-9+\-_.]+$/.test(text)
}
