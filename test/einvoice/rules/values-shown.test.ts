import t from 'tap'
import { bases } from '../../../conformance/examples/bases.js'
import { written } from '../../../conformance/editable.js'
import { patched } from '../../../conformance/examples/patch.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { readRecipes } from '../../support/recipes.js'

/** Rules about code lists, decimals, lengths and the forms of numbers: the value is at fault. */
const OF_VALUES =
  /^BR-CL-|^BR-DEC-|^PEPPOL-EN16931-CL|^PEPPOL-COMMON-|^BR-RO-L|^BR-FR-0[1-3]_|^BR-FR-DEC-|^GR-R-001|^BR-TMP-CVD-01|^BR-DEX-13|^PEPPOL-EN16931-R051/

t.test('what is wrong with a value in XML quotes the value that stands there', async (t) => {
  const all = bases()
  const silent = new Set<string>()
  let shown = 0
  for (const { rule, base: name, patches } of readRecipes().xml.filter((each) => OF_VALUES.test(each.rule))) {
    const base = all.get(name)
    if (base === undefined) throw new Error(`no base ${name}`)
    const xml = written(patched(base.document, patches))
    const { findings } = judgeXml(Buffer.from(xml), { profile: base.profile })
    for (const finding of findings.filter((each) => each.rule === rule)) {
      const [, value] = /"(.*?)(?:\.\.\.)?"/s.exec(finding.message) ?? []
      if (value === undefined && !/ is empty: | occurs more than once/.test(finding.message))
        silent.add(`${rule}: ${finding.message}`)
      else shown += 1
      if (value !== undefined && !value.includes('\\u{') && !/[&<>]|\d{4}-\d\d/.test(value))
        t.ok(xml.includes(value), `${rule} quotes what stands in the document`)
    }
  }
  t.ok(shown > 100, `${shown} values`)
  t.same([...silent], [])
})
