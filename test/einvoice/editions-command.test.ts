import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { run } from '../../conformance/edition.js'
import type { EditionReport } from '../../conformance/editions/report.js'

const SCHEMATRON = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Licensed under version 1.2 of a licence -->
<!-- Rules version 1.0 of 2026 -->
<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="cbc" uri="urn:cbc"/>
  <ns prefix="u" uri="utils"/>
  <let name="limit" value="$half + $half"/>
  <let name="half" value="100"/>
  <function xmlns="http://www.w3.org/1999/XSL/Transform" name="u:ok"><param name="val"/><sequence select="$val &lt; $limit"/></function>
  <include href="parts/names.sch"/>
  <pattern id="one">
    <let name="codes" value="' A B C '"/>
    <rule context="cbc:ID" flag="warning">
      <let name="own" value="string-length(.)"/>
      <assert id="BR-CO-01" flag="fatal" test="$own &lt; $limit">[BR-CO-01]-An Invoice number (BT-1) is short (BG-2).</assert>
      <assert id="BR-CO-02" flag="fatal" test="u:ok(.)">Text</assert>
      <assert id="BR-CO-03" test="contains($codes, .)">Text</assert>
      <report id="BR-CO-04" flag="fatal" test="@a = ('x', 'y')">Text</report>
    </rule>
    <rule context="cbc:Note">
      <assert id="BR-CO-05" flag="fatal" test=". = 'one'">First</assert>
      <assert id="BR-CO-05" flag="fatal" test=". = 'two'">Second</assert>
      <assert id="BR-CO-05" flag="fatal" test=". = 'three'">Third</assert>
      <assert id="BR-CO-06" flag="fatal" test="number(.) &gt; $half">Text</assert>
    </rule>
  </pattern>
  <pattern is-a="names" id="bound"><param name="Name" value="cbc:Name"/><param name="BR-1" value="normalize-space(.) != ''"/></pattern>
</schema>`

const FRAGMENT = `<pattern xmlns="http://purl.oclc.org/dsdl/schematron" abstract="true" id="names">
  <rule context="$Name"><assert id="BR-1" flag="fatal" test="$BR-1">Text</assert></rule>
</pattern>`

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:n="http://crd.gov.pl/wzor/1/" targetNamespace="http://crd.gov.pl/wzor/1/">
  <xs:element name="Faktura"><xs:complexType><xs:sequence>
    <xs:element name="Kod" type="n:TKod"/>
    <xs:element name="Fa" minOccurs="0"><xs:complexType><xs:sequence><xs:element name="P_1" type="xs:date"/></xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
  <xs:simpleType name="TKod"><xs:annotation><xs:documentation>Codes</xs:documentation></xs:annotation>
    <xs:restriction base="xs:string"><xs:enumeration value="A"/><xs:enumeration value="B C"/></xs:restriction></xs:simpleType>
</xs:schema>`

const SCENARIOS = `<scenarios xmlns="http://www.xoev.de/de/validator/framework/1/scenarios"><name>Configuration</name><date>2026-01-31</date>
  <scenario><name>Invoice</name><match>exists(/a)</match>
    <createReport><customLevel level="warning">BR-CL-21 BR-CL-23</customLevel></createReport></scenario></scenarios>`

const LIST = `<CodeList xmlns="urn:fdc:difi.no:2017:vefa:structure:CodeList-1"><Identifier>eas</Identifier><Version>1</Version>
  <Code><Id>0002</Id><Name>n</Name></Code><Code><Id>0007</Id></Code></CodeList>`

const NETWORK = JSON.stringify({ version: '9.7', values: [{ schemeid: 'a', iso6523: '0002', state: 'active' }] })

const FILES: Readonly<Record<string, string>> = {
  'rules.sch': SCHEMATRON,
  'parts/names.sch': FRAGMENT,
  'fa.xsd': SCHEMA,
  'scenarios.xml': SCENARIOS,
  'eas.xml': LIST,
  'schemes.json': NETWORK,
}

const NAMES = { rules: 'en16931-ubl', fa: 'ksef-fa', scenarios: 'kosit-scenarios', eas: 'peppol-lists' }

interface Bench {
  /** A new folder with the artefacts, one text of which may be replaced. */
  folder(file?: string, from?: string, to?: string): string
  compare(folder: string): Promise<EditionReport>
  readonly recorded: string
}

/** The artefacts above, and what is recorded of them. */
async function bench(t: Test): Promise<Bench> {
  const root = t.testdir()
  let count = 0
  const folder: Bench['folder'] = (file, from = '', to = '') => {
    const target = join(root, `copy-${(count += 1)}`)
    mkdirSync(join(target, 'parts'), { recursive: true })
    for (const [name, text] of Object.entries(FILES)) {
      if (name === file && !text.includes(from)) throw new Error(`${name} has no ${from}`)
      writeFileSync(join(target, name), name === file ? text.replaceAll(from, to) : text)
    }
    return target
  }
  const recorded = join(root, 'recorded')
  t.equal((await run(['--record'], recorded, folder())).exitCode, 0)
  return {
    folder,
    recorded,
    compare: async (each) => JSON.parse((await run([each, '--json'], recorded)).text) as EditionReport,
  }
}

/** All that a report says differs, a line each. */
function linesOf({ sets, unreadable, unknown, notFound }: EditionReport): readonly string[] {
  const lines = sets.flatMap((each) => [
    ...(each.edition.recorded === each.edition.found ? [] : [`edition ${each.edition.found}`]),
    ...each.new.map(({ id, level }) => `new ${id} ${level}`),
    ...each.gone.map(({ id }) => `gone ${id}`),
    ...each.changed.map(({ id, through }) => ['changed', id, ...through].join(' ')),
    ...each.levels.map(({ id, from, to }) => `level ${id} ${from}>${to}`),
    ...each.codes.map(({ list, added, removed }) => `codes ${list} +${added.join()} -${removed.join()}`),
  ])
  return [...lines, ...unreadable, ...unknown, ...notFound]
}

t.test('each change is reported exactly, and nothing else', async (t) => {
  const { folder, compare } = await bench(t)
  const cases: readonly (readonly [
    name: string,
    file: string,
    from: string,
    to: string,
    reported: readonly string[],
  ])[] = [
    ['a test', 'rules.sch', "@a = ('x', 'y')", "@b = ('x', 'y')", ['changed BR-CO-04']],
    [
      'a context',
      'rules.sch',
      'context="cbc:Note"',
      'context="//cbc:Note"',
      [...['changed BR-CO-05', 'changed BR-CO-05#2', 'changed BR-CO-05#3', 'changed BR-CO-06']],
    ],
    [
      'what a prefix means',
      'rules.sch',
      'uri="urn:cbc"',
      'uri="urn:x"',
      [
        ...['changed BR-CO-01', 'changed BR-CO-02', 'changed BR-CO-03', 'changed BR-CO-04', 'changed BR-CO-05'],
        ...['changed BR-CO-05#2', 'changed BR-CO-05#3', 'changed BR-CO-06', 'changed BR-1'],
      ],
    ],
    ['assert and report', 'rules.sch', 'report', 'assert', ['changed BR-CO-04']],
    [
      'a level',
      'rules.sch',
      'id="BR-CO-02" flag="fatal"',
      'id="BR-CO-02" flag="warning"',
      ['level BR-CO-02 fatal>warning'],
    ],
    [
      'the level of a rule',
      'rules.sch',
      'context="cbc:ID" flag="warning"',
      'context="cbc:ID"',
      ['level BR-CO-03 warning>'],
    ],
    [
      'a rule gone',
      'rules.sch',
      `<assert id="BR-CO-02" flag="fatal" test="u:ok(.)">Text</assert>`,
      '',
      ['gone BR-CO-02'],
    ],
    [
      'a rule of several of one id gone',
      'rules.sch',
      `<assert id="BR-CO-05" flag="fatal" test=". = 'one'">First</assert>`,
      '',
      ['gone BR-CO-05'],
    ],
    [
      'a rule new',
      'rules.sch',
      '<report',
      `<assert id="BR-CO-09" flag="fatal" test="contains(' Q R ', .)">T</assert><report`,
      ['new BR-CO-09 fatal'],
    ],
    [
      'a variable',
      'rules.sch',
      'name="half" value="100"',
      'name="half" value="99"',
      ['changed BR-CO-01 $half', 'changed BR-CO-02 $half', 'changed BR-CO-06 $half'],
    ],
    ['a variable of one rule', 'rules.sch', 'string-length(.)', 'string-length(..)', ['changed BR-CO-01']],
    ['a function', 'rules.sch', '$val &lt; $limit', '$val &lt;= $limit', ['changed BR-CO-02 {utils}ok()']],
    ['a code in a variable', 'rules.sch', "' A B C '", "' A B D '", ['changed BR-CO-03 $codes', 'codes $codes +D -C']],
    ['a code in a rule', 'rules.sch', "('x', 'y')", "('x', 'y', 'z')", ['changed BR-CO-04', 'codes BR-CO-04 +z -']],
    ['a parameter', 'rules.sch', 'value="cbc:Name"', 'value="cbc:Title"', ['changed BR-1']],
    ['an abstract rule', 'parts/names.sch', 'flag="fatal"', 'flag="information"', ['level BR-1 fatal>information']],
    ['the edition', 'rules.sch', 'Rules version 1.0', 'Rules version 1.1', ['edition Rules version 1.1 of 2026']],
    ['a message', 'rules.sch', 'An Invoice number', 'A number', []],
    ['white space', 'rules.sch', '$own &lt; $limit', ' $own&lt;\n   $limit (: so :) ', []],
    ['space in a list', 'rules.sch', "' A B C '", "' A  B\n  C '", []],
    ['space in a text', 'rules.sch', ". = 'one'", ". = 'one '", ['changed BR-CO-05']],
    ['quotes', 'rules.sch', "@a = ('x', 'y')", '@a = (&quot;x&quot;, &quot;y&quot;)', []],
    ['an element', 'fa.xsd', 'type="xs:date"', 'type="xs:string"', ['changed element Faktura/Fa']],
    ['how often', 'fa.xsd', ' minOccurs="0"', '', ['changed element Faktura']],
    ['a value', 'fa.xsd', 'value="B C"', 'value="B D"', ['codes simpleType TKod +B D -B C']],
    ['a type', 'fa.xsd', 'base="xs:string"', 'base="xs:token"', ['changed simpleType TKod']],
    ['the text about a type', 'fa.xsd', 'Codes', 'Other', []],
    ['a namespace', 'fa.xsd', 'wzor/1/', 'wzor/2/', ['edition http://crd.gov.pl/wzor/2/']],
    [
      'a custom level',
      'scenarios.xml',
      'level="warning"',
      'level="error"',
      ['level Invoice: BR-CL-21 warning>error', 'level Invoice: BR-CL-23 warning>error'],
    ],
    ['no custom level', 'scenarios.xml', 'BR-CL-21 ', '', ['gone Invoice: BR-CL-21']],
    ['what a scenario is for', 'scenarios.xml', '(/a)', '(/b)', ['changed Invoice']],
    ['a code in a file', 'eas.xml', '0007', '0008', ['codes eas +0008 -0007']],
    ['a state', 'schemes.json', '"active"', '"deprecated"', ['codes participant schemes +0002 (deprecated) -0002']],
  ]
  for (const [name, file, from, to, reported] of cases) {
    const target = folder(file, from, to)
    t.same(linesOf(await compare(target)), reported, name)
  }
  t.same(linesOf(await compare(folder())), [], 'no change')
})

t.test('files may be called anything', async (t) => {
  const { folder, compare } = await bench(t)
  const target = folder()
  for (const [index, name] of Object.keys(FILES).entries())
    renameSync(join(target, name), join(target, name.includes('/') ? 'parts/x' : `file${index}.txt`))
  t.same(linesOf(await compare(target)), [])
})

t.test('the exit code says whether anything differs', async (t) => {
  const { folder, recorded } = await bench(t)
  const same = await run([folder()], recorded)
  t.equal(same.exitCode, 0)
  t.match(same.text, /5 sets compared, 0 differ: all is as recorded$/)
  const target = folder('rules.sch', '$own &lt; $limit', '$own &gt; $limit')
  const { text, exitCode } = await run([target], recorded)
  t.equal(exitCode, 1)
  t.match(text, /changed +BR-CO-01 {2}rules\.sch:15\n +BT-1, BG-2\n +at cbc:ID\n +ours: src\/\S+:\d+/)
  t.match(text, /0 new, 0 gone, 1 changed, 0 of another level, 0 lists of codes changed/)
})

t.test('one set alone is compared, and what else is recorded is named', async (t) => {
  const { folder, recorded } = await bench(t)
  const target = folder()
  const alone = join(target, 'parts')
  cpSync(join(target, 'fa.xsd'), join(alone, 'fa.xsd'))
  writeFileSync(join(alone, 'names.sch'), 'x')
  const { text, exitCode } = await run([alone], recorded)
  t.equal(exitCode, 0)
  t.match(text, `so not compared: ${[NAMES.rules, NAMES.scenarios, NAMES.eas].sort().join(', ')}`)
})

t.test('a wrong call gets a sentence', async (t) => {
  const { folder, recorded } = await bench(t)
  const target = folder()
  const empty = join(target, 'empty')
  mkdirSync(empty)
  const file = join(target, 'rules.sch')
  for (const [args, message] of [
    [[], /^name one folder or one package\n/],
    [[target, target], /^name one folder or one package\n/],
    [['--record', target], /^--record takes nothing else\n/],
    [['--colour', target], /^Unknown option '--colour'/],
    [[join(target, 'nowhere')], /nowhere does not exist$/],
    [[file], /rules\.sch is not a folder$/],
    [[empty], /^no official artefact is in .*empty/],
  ] as const) {
    const { text, exitCode } = await run(args, recorded)
    t.equal(exitCode, 2, args.join(' '))
    t.match(text, message)
    t.notMatch(text, /\n +at /, 'no stack')
  }
})

t.test('broken and foreign files are named, and the others compared', async (t) => {
  const { folder, compare, recorded } = await bench(t)
  const target = folder('eas.xml', '0007', '0008')
  writeFileSync(join(target, 'fa.xsd'), '<schema xmlns="http://www.w3.org/2001/XMLSchema">\n<element>')
  writeFileSync(join(target, 'deep.xsd'), `<schema>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</schema>`)
  writeFileSync(join(target, 'half.xml'), '<!-- no end')
  writeFileSync(join(target, 'list.json'), '{"values": [')
  writeFileSync(join(target, 'nothing.json'), '{"version": "1", "values": [null]}')
  writeFileSync(join(target, 'entity.sch'), '<!DOCTYPE schema [<!ENTITY a "x">]><schema>&a;</schema>')
  writeFileSync(
    join(target, 'other.sch'),
    '<schema xmlns="http://purl.oclc.org/dsdl/schematron"><pattern><rule context="a"><assert id="X-1" test="b"/></rule></pattern></schema>',
  )
  writeFileSync(join(target, 'picture.png'), Buffer.from([0x89, 0x50, 0, 0]))
  // Back to itself, and to nowhere.
  symlinkSync(target, join(target, 'parts', 'loop'))
  symlinkSync(join(target, 'nowhere'), join(target, 'parts', 'dangling.sch'))
  const lines = linesOf(await compare(target))
  t.match(lines, [
    'codes eas +0008 -0007',
    /^deep\.xsd can't be read: .*nested/,
    /^entity\.sch can't be read: line 1/,
    /^fa\.xsd can't be read: line 2/,
    'other.sch',
    NAMES.fa,
  ])
  t.equal(lines.length, 6)
  const { text, exitCode } = await run([target], recorded)
  t.equal(exitCode, 1)
  t.match(text, 'other.sch states rules that belong to no recorded set')
  const refused = await run(['--record'], join(target, 'never'), target)
  t.equal(refused.exitCode, 2, 'what is broken is not recorded')
  t.match(refused.text, /^nothing was recorded:\n/)
  t.notOk(readdirSync(target).includes('never'))
})

t.test('includes and variables that go round end', async (t) => {
  const { folder, compare } = await bench(t)
  const target = folder('rules.sch', 'name="half" value="100"', 'name="half" value="$limit"')
  t.same(linesOf(await compare(target)), ['changed BR-CO-01 $half', 'changed BR-CO-02 $half', 'changed BR-CO-06 $half'])
  const around = folder('rules.sch', 'href="parts/names.sch"', 'href="rules.sch"')
  t.ok((await compare(around)).sets.length > 0)
})

t.test('ten thousand other files change nothing', async (t) => {
  const { folder, compare } = await bench(t)
  const target = folder()
  mkdirSync(join(target, 'many'))
  for (let index = 0; index < 10_000; index += 1) writeFileSync(join(target, 'many', `${index}.xml`), '<Invoice/>')
  t.same(linesOf(await compare(target)), [])
})

/** Rules of a profile of Factur-X, which look codes up in a file. */
const facturX = (title: string): string => `<schema xmlns="http://purl.oclc.org/dsdl/schematron">
  <title>Schema for Factur-X; 1.0; ${title}</title>
  <pattern><rule context="a"><assert id="BR-CO-01" test="document('codes.xml')/codedb/cl[@id=3]/enumeration[@value=.]"/>
  <assert id="PEPPOL-EN16931-R008" test="b"/></rule></pattern></schema>`

const CODES = '<codedb><cl id="3"><enumeration value="A"/><enumeration value="B"/></cl></codedb>'

/** A new folder with files, which may be in folders themselves. */
function folderWith(t: Test, files: Readonly<Record<string, string>>): string {
  const root = t.testdir()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

t.test('the rules of Factur-X are sets by profile, with the codes that they look up', async (t) => {
  const titles: Readonly<Record<string, string>> = {
    'factur-x-basic': 'EN16931-COMPLIANT-BASIC',
    'factur-x-basic-wl': 'Accounting, BASIC without Lines',
    'factur-x-en16931': 'EN16931-COMPLIANT (FULLY)',
    'factur-x-extended': 'EN16931-CONFORMANT-EXTENDED',
    'factur-x-minimum': 'Accounting, MINIMUM',
  }
  const files = Object.entries(titles).flatMap(([set, title]) => [
    [`${set}/rules.sch`, facturX(title)],
    [`${set}/codes.xml`, CODES],
  ])
  const root = folderWith(t, Object.fromEntries(files) as Record<string, string>)
  const recorded = join(root, 'recorded')
  const { text } = await run(['--record'], recorded, root)
  t.same(
    text.split('\n'),
    Object.entries(titles).map(([set, title]) => `${set}: Schema for Factur-X; 1.0; ${title}`),
  )
  const compare = async (): Promise<EditionReport> =>
    JSON.parse((await run([root, '--json'], recorded)).text) as EditionReport
  writeFileSync(join(root, 'factur-x-basic', 'codes.xml'), CODES.replace('"B"', '"C"'))
  t.same(linesOf(await compare()), ['codes list 3 +C -B'])
  rmSync(join(root, 'factur-x-basic', 'codes.xml'))
  const without = await compare()
  t.same(linesOf(without), [], 'lists that are not there are not judged')
  t.match(
    without.sets.flatMap(({ notes }) => notes),
    ['factur-x-basic/rules.sch looks codes up in codes.xml, which is not in the folder'],
  )
  writeFileSync(join(root, 'alone.xml'), CODES)
  t.same(linesOf(await compare()), ['alone.xml'], 'lists without rules belong to no set')
})

t.test('a schema of CII that is restricted is the set of its profile', async (t) => {
  const types = [
    'HeaderTradeSettlementType',
    'TradeSettlementPaymentMeansType',
    'SupplyChainTradeLineItemType',
    'ProductCharacteristicType',
    'LogisticsServiceChargeType',
    'SubordinateTradeLineItemType',
  ]
  const [urn, xs] = ['urn:un:unece:uncefact:data:standard', 'xmlns="http://www.w3.org/2001/XMLSchema"']
  const schemas = types.flatMap((_, index) => {
    const declared = types.slice(0, index + 1).map((name) => `<complexType name="${name}"/>`)
    const library = `${urn}:ReusableAggregateBusinessInformationEntity:100`
    return [
      [
        `${index}/a.xsd`,
        `<schema ${xs} targetNamespace="${urn}:CrossIndustryInvoice:100"><import namespace="${library}"/><element name="CrossIndustryInvoice"/></schema>`,
      ],
      [`${index}/b.xsd`, `<schema ${xs} targetNamespace="${library}">${declared.join('')}</schema>`],
    ]
  })
  const root = folderWith(t, Object.fromEntries(schemas) as Record<string, string>)
  const recorded = join(root, 'recorded')
  t.equal((await run(['--record'], recorded, root)).exitCode, 0)
  t.same(readdirSync(recorded), [
    'cii.json',
    ...['basic-schema', 'basic-wl-schema', 'en16931-schema', 'extended-schema', 'minimum-schema'].map(
      (name) => `factur-x-${name}.json`,
    ),
  ])
})
