import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { ARTEFACTS, FURTHER_EDITIONS, RECORDED, run } from '../../conformance/edition.js'
import { readFolder } from '../../conformance/editions/artefacts.js'
import { compareEditions, counterpart, differs } from '../../conformance/editions/differences.js'
import { readRecorded, recordsOf } from '../../conformance/editions/recorded.js'
import type { EditionReport, Reported } from '../../conformance/editions/report.js'
import { written } from '../../conformance/editions/table.js'
import { officialRules } from '../../conformance/shared.js'
import { hasArtefacts } from '../support/official-artefacts.js'

const ofFolder = async (folder: string): Promise<EditionReport> =>
  JSON.parse((await run([folder, '--json'])).text) as EditionReport

/** What differs in a set, in short. */
function changesOf({ edition, ...each }: Reported): Readonly<Record<string, readonly string[]>> {
  const entries = {
    new: each.new.map(({ id, level }) => `${id} ${level}`),
    gone: each.gone.map(({ id }) => id),
    changed: each.changed.map(({ id, through }) => [id, ...through].join(' ')),
    levels: each.levels.map(({ id, from, to }) => `${id} ${from} ${to}`),
    codes: each.codes.map(({ list, added, removed }) => `${list} +${added.join(' ')} -${removed.join(' ')}`),
    edition: edition.recorded === edition.found ? [] : [edition.found],
  }
  return Object.fromEntries(Object.entries(entries).filter(([, items]) => items.length > 0))
}

const differing = (report: EditionReport): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    report.sets.filter((each) => each.differs).map((each) => [each.set ?? each.family, changesOf(each)]),
  )

t.test('the recorded editions are those of the official artefacts', async (t) => {
  if (!hasArtefacts(t, 'the recorded editions against the artefacts')) return
  const further = FURTHER_EDITIONS.map(({ folder, name }) => ({ name, content: readFolder(folder) }))
  const { artefacts, unreadable, unknown } = readFolder(ARTEFACTS)
  const recorded = readRecorded(RECORDED)
  const everything = [...artefacts, ...further.flatMap(({ content }) => content.artefacts)]
  const differences = everything.map((each) => compareEditions(each, counterpart(each, recorded))).filter(differs)
  t.same(differences, [], 'npm run conformance:edition -- --record rewrites them')
  t.same(
    [...unreadable, ...unknown, ...further.flatMap(({ content }) => [...content.unreadable, ...content.unknown])],
    [],
  )
  const records = [
    ...recordsOf(artefacts),
    ...further.flatMap(({ name, content }) => recordsOf(content.artefacts, name)),
  ].sort((a, b) => (`${a.set}.json` < `${b.set}.json` ? -1 : 1))
  const files = records.map((each) => [`${each.set}.json`, written(each)] as const)
  t.same(
    files.map(([name]) => name),
    recorded.map(({ set }) => `${set}.json`),
  )
  for (const [name, text] of files)
    t.ok(readFileSync(join(RECORDED, name), 'utf8') === text, `${name} is as it is written`)
})

t.test('the tables have the rules and levels of the official lists', async (t) => {
  if (!hasArtefacts(t, 'the recorded editions against the lists of rules')) return
  const lists = {
    'en16931-ubl': 'en16931-ubl-1.3.16',
    'en16931-cii': 'en16931-cii-1.3.16',
    'ro-anaf': 'anaf-bundle-1.0.9-all',
    'ro-cius': 'cius-ro-1.0.9',
    'peppol-bis': 'peppol-bis-3.0.21',
    'peppol-self-billing': 'peppol-selfbilling-3.0.2',
    'xrechnung-ubl': 'xrechnung-ubl-2.5.0',
    'xrechnung-cii': 'xrechnung-cii-2.5.0',
    'fr-cdar': 'fr-cdar-1.4.0.03',
    'fr-flux2-ubl': 'fr-ctc-flux2-ubl-1.4.0.03',
    'fr-flux2-cii': 'fr-ctc-flux2-cii-1.4.0.03',
    'fr-extended-ctc-ubl': 'fr-extended-ctc-ubl-1.4.0.03',
    'fr-extended-ctc-cii': 'fr-extended-ctc-cii-1.4.0.03',
    'fr-flux2-ubl-2026-10': 'fr-ctc-flux2-ubl-1.4.0.04',
    'fr-flux2-cii-2026-10': 'fr-ctc-flux2-cii-1.4.0.04',
    'fr-extended-ctc-ubl-2026-10': 'fr-extended-ctc-ubl-1.4.0.04',
    'fr-extended-ctc-cii-2026-10': 'fr-extended-ctc-cii-1.4.0.04',
  }
  const recorded = new Map(readRecorded(RECORDED).map((each) => [each.set, each]))
  for (const [set, list] of Object.entries(lists)) {
    const ours = Object.entries(recorded.get(set)?.entries ?? {}).map(
      ([key, value]) => `${key.replace(/#\d+$/, '')} ${value.split(' ')[1] ?? ''}`,
    )
    // Where an assertion has no id, the list has a question mark, and the table the id at the head
    // of the message.
    const theirs = officialRules(list).map(({ id, flag }) => `${id} ${flag}`)
    const nameless = theirs.filter((each) => each.startsWith('? '))
    const surplus = [...ours]
    for (const each of theirs) if (surplus.includes(each)) surplus.splice(surplus.indexOf(each), 1)
    t.equal(ours.length, theirs.length, `${set}: as many rules`)
    t.equal(
      surplus.length,
      nameless.length,
      `${set}: the same rules and levels; not in the list: ${surplus.join(', ')}`,
    )
  }
})

t.test('a Schematron and its compiled form give the same table', async (t) => {
  if (!hasArtefacts(t, 'Schematron against its compiled form')) return
  const folder = t.testdir()
  for (const name of readdirSync(ARTEFACTS, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.xslt')) cpSync(join(ARTEFACTS, name), join(folder, name.replaceAll('/', '_')))
  const report = await ofFolder(folder)
  t.same(report.unreadable, [])
  // One of the two copies of the compiled EN 16931 says of which edition it is. The extension in
  // UBL is the same in both editions, of which the compiled files do not name one.
  const families = new Set(report.sets.map(({ set }) => set))
  t.same([...families].sort(), [
    ...['en16931-cii', 'en16931-ubl', 'fr-cdar', 'fr-extended-ctc-cii', 'fr-extended-ctc-ubl-2026-10', 'fr-flux2-cii'],
    ...['fr-flux2-ubl', 'peppol-bis', 'peppol-self-billing', 'ro-anaf', 'ro-cius', 'xrechnung-cii', 'xrechnung-ubl'],
  ])
  for (const each of report.sets) {
    t.same({ ...changesOf(each), edition: [] }, { edition: [] }, each.set ?? '')
  }
})

/** A copy of a set of artefacts in which texts are replaced: each must be there. */
function changedCopy(
  t: Test,
  part: string,
  changes: readonly (readonly [file: string, from: string | RegExp, to: string])[],
): string {
  const folder = t.testdir()
  cpSync(join(ARTEFACTS, part), folder, { recursive: true })
  for (const [name, from, to] of changes) {
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8')
    const changed = text.replace(from, to)
    t.not(changed, text, `${name} has ${String(from)}`)
    // The copy may be write-protected, as the original is.
    writeFileSync(`${file}.new`, changed)
    renameSync(`${file}.new`, file)
  }
  return folder
}

t.test('each change to EN 16931 is reported, and nothing else', async (t) => {
  if (!hasArtefacts(t, 'changes to EN 16931')) return
  const file = 'ubl/EN16931-UBL-validation-preprocessed.sch'
  const source = readFileSync(join(ARTEFACTS, 'en16931', file), 'utf8')
  const assertion = (id: string): string => new RegExp(`<assert id="${id}"[^]*?</assert>`).exec(source)?.[0] ?? ''
  const [added] = [assertion('BR-65').replaceAll('BR-65', 'BR-99')]
  const folder = changedCopy(t, 'en16931', [
    [file, assertion('BR-52'), assertion('BR-52').replace('cbc:ID', 'cbc:UUID')],
    [file, assertion('BR-51'), assertion('BR-51').replace('flag="warning"', 'flag="fatal"')],
    [file, assertion('BR-64'), ''],
    [file, assertion('BR-65'), `${assertion('BR-65')}\n      ${added}`],
    [file, assertion('BR-CL-14'), assertion('BR-CL-14').replace(' AD ', ' AD QQ ').replace(' AE ', ' ')],
    [
      file,
      /(<rule context=")(cac:AccountingCustomerParty\/cac:Party\/cbc:EndpointID)(">\s*<assert id="BR-63")/,
      '$1/*/$2$3',
    ],
    [
      file,
      assertion('BR-CO-04'),
      assertion('BR-CO-04')
        .replace(/ = /g, '\n   =  ')
        .replace(/>\[.*\]/, '>[other words]'),
    ],
  ])
  renameSync(join(folder, file), join(folder, 'ubl/renamed.xml'))
  const report = await ofFolder(folder)
  const { sets, unknown } = report
  t.same([report.differs, unknown], [true, []])
  const ubl = sets.find(({ set }) => set === 'en16931-ubl')
  t.same(differing(report), {
    'en16931-ubl': {
      new: ['BR-99 fatal'],
      gone: ['BR-64'],
      changed: ['BR-52', 'BR-63', 'BR-CL-14'],
      levels: ['BR-51 warning fatal'],
      codes: ['BR-CL-14 +QQ -AE'],
    },
  })
  const line = source.slice(0, source.indexOf('<assert id="BR-52"')).split('\n').length
  const [changed] = ubl?.changed ?? []
  t.equal(changed?.place, `ubl/renamed.xml:${line}`)
  t.equal(changed?.context, 'cac:AdditionalDocumentReference')
  t.same(changed?.terms, ['BG-24', 'BT-122'])
  for (const each of ['src/einvoice/rules/bindings/', 'src/einvoice/rules/'])
    t.ok(
      changed?.ours.some((place) => place.startsWith(each)),
      `bound in ${each}`,
    )
  t.equal((await run([folder])).exitCode, 1)
})

t.test('a variable that several rules use changes each of them', async (t) => {
  if (!hasArtefacts(t, 'changes to variables')) return
  const folder = changedCopy(t, 'de', [
    ['sch/common.sch', 'value="\' XR01 XR02 XR03 \'"', 'value="\' XR01 XR02 XR04 \'"'],
    ['sch/ubl/XRechnung-UBL-validation.sch', 'then 0.5 else 0.02', 'then 0.5 else 0.01'],
    ['scenarios.template.xml', '<customLevel level="warning">BR-CL-23<', '<customLevel level="error">BR-CL-23<'],
  ])
  renameSync(join(folder, 'sch/common.sch'), join(folder, 'sch/variables.sch'))
  t.same(differing(await ofFolder(folder)), {
    'xrechnung-cii': {
      changed: [4, 5, 6, 7, 8].map((each) => `BR-DEX-0${each} $DIGA-CODES`),
      codes: ['$DIGA-CODES +XR04 -XR03'],
    },
    'xrechnung-ubl': {
      changed: [
        ...['R040', 'R120'].map((each) => `PEPPOL-EN16931-${each} $slackValue`),
        ...[4, 5, 6, 7, 8].map((each) => `BR-DEX-0${each} $DIGA-CODES`),
      ],
      codes: ['$DIGA-CODES +XR04 -XR03'],
    },
    'kosit-scenarios': { levels: ['EN16931 XRechnung (UBL Invoice): BR-CL-23 warning error'] },
  })
})

t.test('abstract patterns, schemas and lists of codes of the real artefacts', async (t) => {
  if (!hasArtefacts(t, 'changes to abstract patterns, schemas and lists')) return
  const ro = changedCopy(t, 'ro', [
    ['sch/UBL/EN16931-UBL-model.sch', '<param name="BR-05" value="', '<param name="BR-05" value="true() and '],
    ['sch/UBL/EN16931-UBL-model.sch', /(<param name="Additional_supporting_documents *" value=")/, '$1//'],
    ['sch/cius-ro/RO16931-rules.sch', "'SECTOR1', ", ''],
  ])
  for (const name of ['abstract/EN16931-model', 'UBL/EN16931-UBL-model', 'cius-ro/RO16931-rules'])
    renameSync(join(ro, 'sch', `${name}.sch`), join(ro, 'sch', dirname(name), `${name.length}.sch`))
  t.same(differing(await ofFolder(ro)), {
    'ro-anaf': {
      changed: [
        'BR-52',
        'BR-05',
        'BR-RO-100 $SECTOR-RO-CODES',
        'BR-RO-101 $SECTOR-RO-CODES',
        'BR-RO-160 $SECTOR-RO-CODES',
        'BR-RO-202 $SECTOR-RO-CODES',
      ],
      codes: ['$SECTOR-RO-CODES + -SECTOR1'],
    },
  })
  const pl = changedCopy(t, 'pl', [
    [
      'schemat_FA(3)_v1-0E.xsd',
      '<xsd:enumeration value="0 KR">',
      '<xsd:enumeration value="7.5"/><xsd:enumeration value="0 KR">',
    ],
    [
      'schemat_FA(3)_v1-0E.xsd',
      '<xsd:element name="GTIN" type="tns:TZnakowy20"',
      '<xsd:element name="GTIN" type="tns:TZnakowy"',
    ],
  ])
  renameSync(join(pl, 'bazowe'), join(pl, 'base'))
  t.same(differing(await ofFolder(pl)), {
    'ksef-fa': {
      changed: ['element Faktura/Fa/FaWiersz'],
      codes: ['simpleType TStawkaPodatku +7.5 -'],
    },
  })
  const be = changedCopy(t, 'be', [['codelist/eas.xml', '<Id>0007</Id>', '<Id>0006</Id>']])
  t.same(differing(await ofFolder(be)), { 'peppol-lists': { codes: ['eas +0006 -0007'] } })
})

t.test('each change to Factur-X is reported under its profile', async (t) => {
  if (!hasArtefacts(t, 'changes to Factur-X')) return
  const terms =
    /\(number\(\/\/ram:DuePayableAmount\) &gt; 0 and \(\(\/\/ram:SpecifiedTradePaymentTerms\/ram:DueDateDateTime\)/g
  const types =
    'Factur-X_1.09_BASICWL_urn_un_unece_uncefact_data_standard_ReusableAggregateBusinessInformationEntity_100'
  const folder = changedCopy(t, '../editions/factur-x-1.09', [
    ['minimum/FACTUR-X_MINIMUM_codedb.xml', '<enumeration value="102"/>', '<enumeration value="103"/>'],
    ['minimum/Factur-X_1.09_MINIMUM.xsl', 'Factur-X; 1.09; ', 'Factur-X; 1.10; '],
    ['extended/FACTUR-X_EXTENDED.xslt', terms, '(true() and (true()'],
    [`basicwl/${types}.xsd`, 'name="ApplicableHeaderTradeDelivery"', 'name="Delivery"'],
  ])
  for (const [from, to] of [
    ['minimum/FACTUR-X_MINIMUM_codedb.xml', 'minimum/lists'],
    ['extended/FACTUR-X_EXTENDED.xslt', 'extended/rules.xml'],
    [`basicwl/${types}.xsd`, 'basicwl/types.xsd'],
  ] as const)
    renameSync(join(folder, from), join(folder, to))
  const report = await ofFolder(folder)
  t.same([report.sets.length, report.unreadable, report.unknown], [10, [], []])
  t.same(differing(report), {
    'factur-x-minimum': { codes: ['list 2 +103 -102'], edition: ['Schema for Factur-X; 1.10; Accounting, MINIMUM'] },
    'factur-x-extended': { changed: ['BR-CO-25'] },
    'factur-x-basic-wl-schema': { changed: ['complexType ram:SupplyChainTradeTransactionType'] },
  })
  for (const { set, ours } of report.sets) t.match(ours, /^src\/countries\/factur-x\//, set ?? '')
})

t.test('what is recorded has nothing of the official texts', async (t) => {
  for (const { entries, definitions, ...each } of readRecorded(RECORDED)) {
    t.same(Object.keys(each), ['set', 'family', 'edition', 'codes'])
    const odd = [
      ...Object.values(entries).filter((value) => !/^[0-9a-f]{16}(?: [a-z]+)?$/.test(value)),
      ...Object.values(definitions).filter((value) => !/^[0-9a-f]{16}$/.test(value)),
      // A code is a word or two; an identifier of Peppol is a long one.
      ...Object.values(each.codes)
        .flat()
        .filter((code) => code.split(' ').length > 3),
    ]
    t.same(odd, [], each.set)
  }
})
