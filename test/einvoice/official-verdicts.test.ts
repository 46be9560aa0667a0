import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { agrees, counted, differences } from '../../conformance/compare.js'
import { SHARED } from '../../conformance/shared.js'
import { judgeXml } from '../../src/countries/judging/judge-xml.js'

const FOLDER = join(SHARED, 'findings', 'verdicts')

/**
 * Documents that are refused by policy, regardless of the official rules: see "Differences"
 * in docs/rules.md.
 */
const REFUSED: ReadonlySet<string> = new Set(['07-doctype-be.xml'])

/** A document with the verdict of the official artefacts, as it was recorded. */
interface Recorded {
  readonly profile: string
  readonly xml: string
  readonly official: readonly { readonly id: string; readonly flag: string }[]
}

t.test('documents on which verdicts once differed are judged as the official artefacts judge them', async (t) => {
  if (!existsSync(FOLDER)) {
    t.comment('left out, as the recorded verdicts are not on this machine')
    return
  }
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))
  t.ok(files.length > 30, 'there are some')
  for (const file of files) {
    const { profile, xml, official } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Recorded
    const bytes = readFileSync(join(FOLDER, xml))
    const { valid, findings } = judgeXml(bytes, { profile })
    const ours = counted(
      findings.filter(({ rule }) => !rule.startsWith('CW-')).map(({ rule, flag }) => `${rule} ${flag}`),
    )
    if (REFUSED.has(xml)) {
      t.same([...ours.keys()], ['XML fatal'], `${xml} is refused`)
      continue
    }
    const theirs = counted(official.map(({ id, flag }) => (id.startsWith('XSD') ? 'XSD fatal' : `${id} ${flag}`)))
    const isBroken = [...theirs.keys()].some((rule) => /^(?:XSLT-ERROR|INTERNAL)/.test(rule))
    const each = { profile, name: xml, xml: '' }
    // The recorded verdicts do not count.
    const comparison = { case: each, ours, theirs, isBroken, isCounted: false }
    t.ok(agrees(comparison), `${xml} ${isBroken ? '(the official rules fail)' : ''}`, {
      differing: differences(comparison),
    })
    t.equal(valid, ![...theirs.keys()].some((rule) => rule.endsWith(' fatal')), `${xml}: valid or not`)
  }
})
