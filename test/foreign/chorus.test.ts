// A client that others wrote for Chorus Pro runs its whole flow against our stand-in, with an
// invoice of ours in each form that we deposit.
import t from 'tap'
import { startChorus } from '../standins/chorus/index.js'
import { documentsOf, pdfOf } from './documents.js'
import { foreignProgram } from './programs.js'
import { flowOf } from './steps.js'

const FORMS = [
  { syntax: 'IN_DP_E1_UBL_INVOICE', format: 'ubl', isHybrid: false },
  { syntax: 'IN_DP_E1_CII_16B', format: 'cii', isHybrid: false },
  { syntax: 'IN_DP_E2_CII_FACTURX', format: 'cii', isHybrid: true },
] as const

for (const { syntax, format, isHybrid } of FORMS) {
  t.test(`chorus-api (PyPI) runs its whole flow: ${syntax}`, async (t) => {
    const client = foreignProgram(t, 'python', 'chorus_flow', 'chorus-api against the stand-in for Chorus Pro')
    if (client === null) return
    const document = documentsOf('FR', [format]).find(({ name }) => name.startsWith('fr/12-authority,'))
    if (document === undefined) throw new Error('no sample')
    const { xml, invoice } = document
    const content = isHybrid ? await pdfOf(document, { isHybrid }) : xml
    const broken = xml.toString().replaceAll(/<(cac:PartyLegalEntity|ram:SpecifiedLegalOrganization)>[^]*?<\/\1>/g, '')
    const chorus = await startChorus({ decisionSeconds: 0.5 })
    t.teardown(() => chorus.stop())
    const { settings, credentials } = chorus
    const question = {
      tokenUrl: settings['CHORUS_OAUTH_URL'],
      url: settings['CHORUS_API_URL']?.replace(/\/cpro$/, ''),
      credentials,
      file: { syntax, name: isHybrid ? 'F1.pdf' : 'F1.xml', content: Buffer.from(content).toString('base64') },
      broken: {
        syntax: format === 'ubl' ? 'IN_DP_E1_UBL_INVOICE' : 'IN_DP_E1_CII_16B',
        name: 'F2.xml',
        content: Buffer.from(broken).toString('base64'),
      },
      siret: invoice.customer.siret,
    }
    const { value } = await flowOf(t, client, question, { 'without a token': /jeton/ })
    t.equal(value('health'), 'OK')
    t.strictSame(value('its answer'), [0, syntax])
    t.equal(value('state at once'), 'IN_EN_COURS_TRAITEMENT_CPP')
    t.equal(value('state'), 'IN_INTEGRE')
    t.equal(value('report as a PDF'), '%PDF')
    t.strictSame(value('what was found'), [[invoice.number, 'DEPOSEE']])
    t.equal(value('state of the refused'), 'IN_REJETE')
    t.match(value('errors'), [/SIRET/i])
    t.not(value('unknown deposit'), 0)
    t.equal((value('its name') as unknown[]).length, 1)
    t.equal(value('consult the structure'), 0)
    t.equal(value('its services'), 0)
  })
}
