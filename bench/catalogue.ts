/**
 * `npm run bench:catalogue`: for how many official codes and rules of each country the explanation
 * has its own text, and names a field of the API or the party that has to act. Lists the others.
 */
import { COLLECTED, collectedOf, rulesOf, type SentText } from '../test/countries/rejections/catalogues.js'
import { complaintsAbout } from '../test/countries/rejections/judged.js'

for (const each of COLLECTED) {
  const codes = collectedOf(each) ?? []
  for (const [what, texts] of [
    ['codes and texts', codes],
    ['rules', rulesOf(each)],
  ] as const satisfies readonly (readonly [string, readonly SentText[]])[]) {
    if (texts.length === 0) continue
    const complaints = complaintsAbout(each.catalogue, texts)
    const faulty = new Set(complaints.map(({ code }) => code)).size
    const share = ((100 * (texts.length - faulty)) / texts.length).toFixed(1)
    console.log(`${each.country}: ${texts.length - faulty} of ${texts.length} ${what} (${share} %)`)
    for (const { code, about, detail } of complaints) console.log(`  ${code}: ${about}: ${detail}`)
  }
}
