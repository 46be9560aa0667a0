import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { agrees } from '../../conformance/compare.js'
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
    const ours = new Set(
      findings.filter(({ rule }) => !rule.startsWith('CW-')).map(({ rule, flag }) => `${rule} ${flag}`),
    )
    if (REFUSED.has(xml)) {
      t.same([...ours], ['XML fatal'], `${xml} is refused`)
      continue
    }
    const theirs = new Set(official.map(({ id, flag }) => (id.startsWith('XSD') ? 'XSD fatal' : `${id} ${flag}`)))
    const isBroken = [...theirs].some((rule) => /^(?:XSLT-ERROR|INTERNAL)/.test(rule))
    const each = { profile, name: xml, xml: '' }
    const differing = [
      ...[...ours].filter((rule) => !theirs.has(rule)).map((rule) => `only ours: ${rule}`),
      ...[...theirs].filter((rule) => !ours.has(rule)).map((rule) => `only theirs: ${rule}`),
    ]
    t.ok(agrees({ case: each, ours, theirs, isBroken }), `${xml} ${isBroken ? '(the official rules fail)' : ''}`, {
      differing,
    })
    t.equal(valid, ![...theirs].some((rule) => rule.endsWith(' fatal')), `${xml}: valid or not`)
  }
})
