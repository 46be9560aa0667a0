import { readInvoice } from '../../../einvoice/syntax/read-invoice.js'
import { CHORUS_DEMANDS } from '../rules/chorus.js'

/** Chorus Pro's text about each of its demands; the value stands for `{}`. */
const TEXTS: Readonly<Record<string, string>> = {
  'CW-FR-CHORUS-FRAMEWORK': 'Le cadre de facturation {} est inconnu',
  'CW-FR-CHORUS-SIRET BT-30': "L'identifiant du fournisseur n'est pas un SIRET",
  'CW-FR-CHORUS-SIRET BT-47': "L'identifiant du destinataire n'est pas un SIRET",
  'CW-FR-CHORUS-NUMBER': 'Le champ identifiant de la facture {} ne doit pas depasser 20 caracteres',
  'CW-FR-CHORUS-PAYMENT': 'TypeCode.value est obligatoire',
  'CW-FR-CHORUS-IBAN': "L'IBAN du compte est obligatoire pour un virement",
  'CW-FR-CHORUS-FILE-NAME': 'Le nom de la piece jointe {} ne doit pas depasser 50 caracteres',
}

/**
 * Opens a document as Chorus Pro does after its deposit: the errors for which it rejects it, in
 * its own words. Two of the texts were measured, the others are of the same kind.
 */
export function rejectionsByChorus(xml: Uint8Array, today: string): readonly string[] {
  const { invoice } = readInvoice(xml)
  const errors: string[] = []
  for (const { id, check } of CHORUS_DEMANDS)
    check(
      invoice,
      (term, _place, value = '') => {
        const text = TEXTS[`${id} ${term}`] ?? TEXTS[id] ?? id
        errors.push(`${invoice.number} : ${text.replace('{}', () => value)}`)
      },
      today,
    )
  return errors
}
