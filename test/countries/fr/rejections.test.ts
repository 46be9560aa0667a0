import t from 'tap'
import { FRENCH_REJECTIONS } from '../../../src/countries/fr/rejections.js'
import { explainsCollectedTexts, explainsEveryRefusal } from '../rejections/explains-every-refusal.js'

const { explain, rejectionText } = FRENCH_REJECTIONS

explainsEveryRefusal('France', FRENCH_REJECTIONS)
explainsCollectedTexts('FR')

t.test('a rule has its official text in French', async (t) => {
  t.match(
    rejectionText('BR-FR-16_BT-152'),
    /^213 Rejetée : REJ_SEMAN - Rejet pour erreur sémantique \[BR-FR-16\/BT-152\] : Le taux/,
  )
})

/** Texts as platforms word them, and what the explanation must speak of. */
const SHAPES: readonly (readonly [rawText: string, translated: RegExp, fix: RegExp])[] = [
  ['Facture en doublon (déjà émise / réçue)', /already issued/, /new number/],
  ['213 Rejetée : DEST_INC - Destinataire inconnu', /not in the directory/, /customer\.peppolId/],
  ['213 Rejetée', /A platform has rejected/, /may be used again/],
  ['Refusée', /refuses the invoice/, /credit note/],
  ['210 Refusée : CMD_ERR - N° de COMMANDE Incorrect ou manquant', /purchase order/, /orderReference/],
  [
    '[BR-FR-16/BT-152] : Le taux de TVA (cbc:Percent) … Taux fourni : "19".',
    /BR-FR-16_BT-152: France does not have the VAT rate of a line\./,
    /20, 10, 5\.5/,
  ],
  ['BR-FR-01/BT-1 : L’identifiant de facture …', /BR-FR-01_BT-1: The invoice number/, /35 characters/],
  ['REJ_SEMAN : [BR-CO-10]-Sum of Invoice line net amount (BT-106) = …', /BR-CO-10/, /recompute/],
  ['[BR-FREXT-06]-The subtype (EXT-FR-FE-163) is missing', /BR-FREXT-06/, /subtype DETAIL/],
  ['[BR-FREXT-99]-The amount (BT-131) is wrong', /BR-FREXT-99/, /lines\[\]/],
  [
    '{"errorCode":"TOO_MANY_REQUESTS","errorMessage":"slow down"}',
    /too many calls/,
    /slow its calls down\. Then send the invoice again as a new one/,
  ],
  ['{"errorCode":"BRAND_NEW","errorMessage":"…"}', /BRAND_NEW/, /ask The French platform|ask the French platform/],
  ['VirusFound', /virus/, /attachments/],
  ['tout à fait inconnu', /tout à fait inconnu/, /ask the French platform/],
  ['', /refused/, /./],
]

for (const [rawText, translated, fix] of SHAPES)
  t.test(`explains: ${rawText.slice(0, 70)}`, async (t) => {
    const { errorTranslated, errorFix } = explain(rawText)
    t.match(errorTranslated, translated)
    t.match(errorFix, fix)
  })
