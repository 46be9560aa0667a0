import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { explain, REJECTIONS, rejectionText } from '../../../src/countries/fr/rejections.js'
import { ROOT } from '../accepted-sample.js'

const general = explain('quelque chose de tout à fait inconnu')

t.test('each kind of refusal is recognised by its own text, and by no other before it', async (t) => {
  t.equal(new Set(REJECTIONS.map(({ code }) => code)).size, REJECTIONS.length)
  for (const { code, rawText, errorTranslated, errorFix } of REJECTIONS) {
    t.same(explain(rawText), { errorTranslated, errorFix }, code)
    t.equal(rejectionText(code), rawText, code)
    t.not(errorFix, general.errorFix, code)
  }
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
    /BR-FR-16_BT-152: France has no VAT rate/,
    /20, 10, 5\.5/,
  ],
  ['BR-FR-01/BT-1 : L’identifiant de facture …', /BR-FR-01_BT-1: The invoice number/, /35 characters/],
  ['REJ_SEMAN : [BR-CO-10]-Sum of Invoice line net amount (BT-106) = …', /BR-CO-10/, /Recompute/],
  ['[BR-FREXT-06]-The subtype (EXT-FR-FE-163) is missing', /BR-FREXT-06/, /subtype DETAIL/],
  ['[BR-FREXT-99]-The amount (BT-131) is wrong', /BR-FREXT-99/, /\(BT-131\)/],
  ['{"errorCode":"TOO_MANY_REQUESTS","errorMessage":"slow down"}', /too many calls/, /Retry/],
  ['{"errorCode":"BRAND_NEW","errorMessage":"…"}', /BRAND_NEW/, /ask your platform/],
  ['VirusFound', /virus/, /attachments/],
  ['tout à fait inconnu', /tout à fait inconnu/, /ask your platform/],
  ['', /refused/, /./],
]

for (const [rawText, translated, fix] of SHAPES)
  t.test(`explains: ${rawText.slice(0, 70)}`, async (t) => {
    const { errorTranslated, errorFix } = explain(rawText)
    t.match(errorTranslated, translated)
    t.match(errorFix, fix)
  })

/** Statuses and answers that report no failure. */
const HARMLESS = /^(?:CDV-20[0-59]|CDV-21[12]|CPRO-TRA_MSG_00\.000)$/

t.test('every collected text of platforms and artefacts is explained', async (t) => {
  const file = join(process.env['CLEARWAY_SHARED'] ?? join(ROOT, '..', 'shared'), 'governments', 'fr-errors.tsv')
  if (!existsSync(file)) {
    t.comment('left out, as the collected texts are not on this machine')
    return
  }
  const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  const unexplained = rows
    .map((row) => row.split('\t'))
    .filter(([code = '']) => !HARMLESS.test(code))
    .filter(([, rawText = '']) => explain(rawText).errorFix === general.errorFix)
  // The two whose error code was not collected say nothing that could be explained.
  t.same(
    unexplained.map(([code]) => code),
    ['AFNOR-500', 'AFNOR-503'],
  )
})

t.test('every collected code but those of rules that only extensions have can be asked for', async (t) => {
  const file = join(process.env['CLEARWAY_SHARED'] ?? join(ROOT, '..', 'shared'), 'governments', 'fr-errors.tsv')
  if (!existsSync(file)) return
  const codes = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t')[0] ?? '')
  const unknown = codes.filter(
    (code) => !HARMLESS.test(code) && !/^(?:BR|UBL|CII)-/.test(code) && rejectionText(code) === null,
  )
  t.same(unknown, [])
})

t.test('no text makes it fail, and it always says something', async (t) => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((each) => `[BR-${each}`),
        fc.string().map((each) => `213 ${each} : ${each}`),
      ),
      (each) => {
        const { errorTranslated, errorFix } = explain(each)
        return errorTranslated.length > 0 && errorFix.length > 0
      },
    ),
    { seed: 20261121, numRuns: 1000 },
  )
  t.pass('1000 texts')
})
