import { isBlank, normalised, type Rule, type Term } from '../../../einvoice/rules/rule.js'
import type { Identifier, Invoice } from '../../../einvoice/model.js'
import type { Syntax } from './syntax.js'

/** BR-FR-17. */
export const ATTACHMENT_KINDS: ReadonlySet<string> = new Set([
  ...['RIB', 'LISIBLE', 'FEUILLE_DE_STYLE', 'PJA', 'BORDEREAU_SUIVI', 'DOCUMENT_ANNEXE', 'BON_LIVRAISON'],
  ...['BON_COMMANDE', 'BORDEREAU_SUIVI_VALIDATION', 'ETAT_ACOMPTE', 'FACTURE_PAIEMENT_DIRECT'],
  'RECAPITULATIF_COTRAITANCE',
])

/** BR-FR-17, BR-FR-18 and BR-FR-27 to BR-FR-30: supporting documents, invoiced objects, attributes of items. */
export function attachmentRules(syntax: Syntax): readonly Rule[] {
  return [
    {
      id: 'BR-FR-17_BT-123',
      terms: ['BT-123'],
      message: 'The description {} of a supporting document is not one of the kinds that France has',
      fix: 'Use one of the codes of BR-FR-17, for example BON_LIVRAISON or DOCUMENT_ANNEXE',
      check: ({ supportingDocuments }, breach) => {
        supportingDocuments.forEach(({ description }, index) => {
          const kind = syntax === 'cii' ? normalised(description ?? '') || undefined : description
          if (kind !== undefined && !ATTACHMENT_KINDS.has(kind)) breach('BT-123', index, description)
        })
      },
    },
    {
      id: 'BR-FR-18_BT-123',
      terms: ['BT-123'],
      message: 'More than one supporting document is the readable form of the invoice (LISIBLE)',
      fix: 'Keep one document described as LISIBLE',
      check: ({ supportingDocuments }, breach) => {
        if (supportingDocuments.filter(({ description }) => description === 'LISIBLE').length > 1) breach('BT-123')
      },
    },
    ...attributeRules(syntax),
    ...objectRules('BR-FR-29', 'BT-18', ({ invoicedObject }) => [invoicedObject]),
    // The artefact for CII looks for the objects of lines where a line has none.
    ...(syntax === 'ubl' ? objectRules('BR-FR-30', 'BT-128', ({ lines }) => lines.map(({ object }) => object)) : []),
  ]
}

/** BR-FR-27 and BR-FR-28. The artefact for UBL looks for the names of BR-FR-27 where none can stand, so that it finds nothing. */
function attributeRules(syntax: Syntax): readonly Rule[] {
  const named: Rule = {
    ...{ id: 'BR-FR-27_BG-32', terms: ['BG-32'], message: 'An attribute of an item has neither name nor code' },
    fix: 'Name the attribute',
    check: ({ lines }, breach) => {
      lines.forEach(({ item }, index) => {
        if (item.attributes.some(({ name }) => isBlank(name))) breach('BG-32', index)
      })
    },
  }
  const valued: Rule = {
    ...{ id: 'BR-FR-28-Value', terms: ['BG-32'], message: 'An attribute of an item has no value' },
    fix: 'Give the attribute one value',
    check: ({ lines }, breach) => {
      lines.forEach(({ item }, index) => {
        if (item.attributes.some(({ value }) => value === '')) breach('BG-32', index)
      })
    },
  }
  return syntax === 'cii' ? [named, valued] : [valued]
}

/** BR-FR-29 and BR-FR-30: an invoice's number (AFL) or business process (AVV) as the object invoiced. */
function objectRules(
  prefix: string,
  term: Term,
  objects: (invoice: Invoice) => readonly (Identifier | undefined)[],
): readonly Rule[] {
  return ['AFL', 'AVV'].map((scheme) => ({
    ...{ id: `${prefix}_${scheme}`, terms: [term], message: `An invoiced object (${scheme}) is empty` },
    fix: 'Give its identifier, or leave it out',
    check: (invoice, breach) => {
      objects(invoice).forEach((object, index) => {
        if (object?.scheme === scheme && isBlank(object.value)) breach(term, index)
      })
    },
  }))
}
