import { spawnSync } from 'node:child_process'
import t, { type Test } from 'tap'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { RefusedXml, XML_LIMITS, type XmlFault } from '../../../src/einvoice/xml/refused-xml.js'

/** How a document was refused; null if it was read. */
function refusal(document: string | Uint8Array): RefusedXml | null {
  try {
    parseXml(typeof document === 'string' ? Buffer.from(document) : document)
    return null
  } catch (error) {
    if (error instanceof RefusedXml) return error
    throw error
  }
}

function refused(t: Test, fault: XmlFault, document: string | Uint8Array, name: string): void {
  t.equal(refusal(document)?.fault, fault, name)
}

const laughs = Array.from(
  { length: 10 },
  (_, level) => `<!ENTITY l${level} "${level === 0 ? 'ha' : `&l${level - 1};`.repeat(10)}">`,
).join('')

t.test('a document type declaration is always refused', (t) => {
  refused(t, 'doctype', `<!DOCTYPE a [${laughs}]><a>&l9;</a>`, 'a billion laughs')
  refused(t, 'doctype', `<!DOCTYPE a [<!ENTITY q "${'x'.repeat(50_000)}">]><a>${'&q;'.repeat(5_000)}</a>`, 'blowup')
  refused(t, 'doctype', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'a file')
  refused(t, 'doctype', '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>', 'an external DTD')
  refused(t, 'doctype', '<!DOCTYPE a PUBLIC "-//x//y" "http://127.0.0.1:9/a.dtd"><a/>', 'a public DTD')
  refused(t, 'doctype', '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1:9/p"> %p;]><a/>', 'a parameter entity')
  refused(t, 'doctype', '<!DOCTYPE a><a/>', 'an empty one')
  refused(t, 'doctype', '<?xml version="1.0"?>\n<!-- <a> -->\n<?p <a> ?>\n<!DOCTYPE a><a/>', 'after comments')
  refused(t, 'doctype', Buffer.from('\uFEFF<!DOCTYPE a><a/>', 'utf16le'), 'in UTF-16')
  refused(t, 'doctype', '\uFEFF<!DOCTYPE a><a/>', 'after a byte order mark')
  t.equal(refusal('\n\n<!DOCTYPE a><a/>')?.line, 3, 'its line is reported')
  refused(t, 'malformed', '<!doctype a><a/>', 'HTML is none')
  refused(t, 'malformed', '<a><!DOCTYPE a></a>', 'inside an element it is not well-formed')
  refused(t, 'malformed', '<a>&x;</a>', 'an entity without a declaration')
  refused(t, 'malformed', '<a b="&toString;">&toString;</a>', 'an entity with the name of what objects inherit')
  t.equal(refusal('<a><!-- <!DOCTYPE a> --><![CDATA[<!DOCTYPE a>]]></a>'), null, 'the word alone does no harm')
  t.end()
})

t.test('XInclude and catalogues are not followed', (t) => {
  const { root } = parseXml(
    Buffer.from(
      '<?oasis-xml-catalog catalog="http://127.0.0.1:9/c.xml"?><a xmlns:xi="http://www.w3.org/2001/XInclude">' +
        '<xi:include href="file:///etc/passwd" parse="text"/></a>',
    ),
  )
  t.equal(root.stringValue, '')
  t.equal(root.children[0]?.name, '{http://www.w3.org/2001/XInclude}include')
  t.end()
})

t.test('size and depth are bounded', (t) => {
  refused(t, 'tooLarge', new Uint8Array(XML_LIMITS.bytes + 1).fill(0x20), 'too many bytes')
  const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth)
  t.equal(refusal(nested(XML_LIMITS.depth)), null)
  refused(t, 'tooDeep', nested(XML_LIMITS.depth + 1), 'one too deep')
  refused(t, 'tooDeep', nested(1_000_000), 'a million deep')
  refused(t, 'tooDeep', '<a>'.repeat(2_000_000), 'and never closed')
  refused(t, 'tooMany', `<a>${'<b/>'.repeat(XML_LIMITS.tags)}</a>`, 'too many elements')
  t.equal(refusal(`<a b="${'x'.repeat(5_000_000)}"/>`), null, 'a large attribute is only large')
  t.equal(refusal(`<a>${'QUJD'.repeat(2_900_000)}</a>`), null, 'so is an attachment of 11 MB')
  t.end()
})

t.test('hostile documents take no more than a few seconds', (t) => {
  const started = performance.now()
  const attributes = Array.from({ length: 300_000 }, (_, index) => ` a${index}="1"`).join('')
  const namespaces = Array.from({ length: 200_000 }, (_, index) => ` xmlns:n${index}="u:${index}"`).join('')
  refusal(`<a${attributes}/>`)
  refusal(`<a${namespaces}/>`)
  refusal(`<?xml version="1.0"?>${'<!---->'.repeat(1_500_000)}<a/>`)
  refusal(`<a>${'<!-- '.repeat(2_000_000)}</a>`)
  refusal(`<a>${'&#65;'.repeat(2_000_000)}</a>`)
  refusal(`<${'a'.repeat(10_000_000)}/>`)
  refusal(`<a ${'\n'.repeat(10_000_000)}/>`)
  const seconds = (performance.now() - started) / 1000
  t.ok(seconds < 60, `${seconds.toFixed(1)} s for seven`)
  t.end()
})

t.test('what is not well-formed is refused with its line', (t) => {
  for (const [name, document] of [
    ['nothing', ''],
    ['white space', ' \n '],
    ['text', 'invoice'],
    ['truncated in a tag', '<a><b'],
    ['truncated in an attribute', '<a b="c'],
    ['truncated in a text', '<a>b'],
    ['truncated in a comment', '<a><!-- b'],
    ['truncated in character data', '<a><![CDATA[ b'],
    ['truncated in a processing instruction', '<a><?b'],
    ['two roots', '<a/><b/>'],
    ['text behind the root', '<a/>b'],
    ['tags crossed', '<a><b></a></b>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['an attribute twice by namespace', '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>'],
    ['an attribute without quotes', '<a b=1/>'],
    ['a < in an attribute', '<a b="<"/>'],
    ['a prefix without a declaration', '<p:a/>'],
    ['a prefix of an attribute without a declaration', '<a p:b=""/>'],
    ['a control character', '<a>\u0001</a>'],
    ['a control character by reference', '<a>&#1;</a>'],
    ['a reference beyond Unicode', '<a>&#x110000;</a>'],
    ['half a surrogate pair by reference', '<a>&#xD800;</a>'],
    ['U+FFFF', '<a>\uFFFF</a>'],
    ['a bare ampersand', '<a>a & b</a>'],
    [']]> in a text', '<a>]]></a>'],
    ['-- in a comment', '<a><!-- a -- b --></a>'],
    ['an XML declaration inside', '<a><?xml version="1.0"?></a>'],
    ['something before the XML declaration', ' <?xml version="1.0"?><a/>'],
  ] as const)
    refused(t, 'malformed', document, name)
  t.equal(refusal('<a>\n<b>\n</a>')?.line, 3)
  t.end()
})

t.test('what the parser says is said in words of ours, with a remedy, and quotes nothing of the document', (t) => {
  const known = new Set<string>()
  for (const document of [
    ...['', 'invoice', '<a><b', '<a b="c', '<a>b', '<a><!-- b', '<a><![CDATA[ b', '<a><?b', '<a/><b/>', '<a/>b'],
    ...['<a><b></a></b>', '<a b="1" b="2"/>', '<a b=1/>', '<a b="<"/>', '<p:a/>', '<a>\u0001</a>', '<a>&#1;</a>'],
    ...['<a>\uFFFF</a>', '<a>a & b</a>', '<a>&nbsp;</a>', '<a>]]></a>', '<a><!-- a -- b --></a>', '<a:b:c/>', '<1a/>'],
    ...[' <?xml version="1.0"?><a/>', '<?xml version="1.0" standalone="x"?><a/>', '<?a:b c?><a/>', '<a b="1"c="2"/>'],
    ...['<a xmlns:xml="u"/>', '<a xmlns:p=""/>', '<?xml version="1.2"?><a/>', '<a b>', '<a 1b=""/>', '</a>'],
  ]) {
    const found = refusal(document)
    t.match(found?.message, /^line \d+: [a-zA-Z][^\n]{10,}$/, `${document}: ${found?.message}`)
    t.match(found?.fix, /^[A-Z]/)
    t.notMatch(found?.message, /xmlParse|PCDATA|AttValue|QName|EntityRef|StartTag|PI name|not well-formed/, document)
    if (found !== null) known.add(found.message)
  }
  t.ok(known.size > 15, `${known.size} kinds of faults are distinguished`)
  const secret = 'IBAN-DE89370400440532013000'
  for (const document of [
    `<a><!-- ${secret} -- --></a>`,
    `<a ${secret}="1" ${secret}="2"/>`,
    `<a>&${secret};</a>`,
    `<a></${secret}>`,
  ])
    t.notMatch(refusal(document)?.message, secret)
  t.end()
})

t.test('a namespace need not be a URI: names are compared as they are', (t) => {
  t.equal(parseXml(Buffer.from('<a xmlns="u u"/>')).root.name, '{u u}a')
  t.equal(parseXml(Buffer.from('<b:a xmlns:b="%zz "/>')).root.name, '{%zz }a')
  refused(t, 'malformed', '<a xmlns="u u"><b></a>', 'but all else must be in order')
  t.end()
})

t.test('a NUL ends no document early', (t) => {
  refused(t, 'malformed', '<a/>\0<!DOCTYPE a>', 'behind the root')
  refused(t, 'malformed', '<a>b\0c</a>', 'in a text')
  refused(t, 'malformed', '\0', 'alone')
  t.end()
})

t.test('bytes that are no text are refused', (t) => {
  refused(t, 'encoding', Buffer.from('<a>caf\xe9</a>', 'latin1'), 'Latin-1 without a declaration')
  refused(
    t,
    'encoding',
    Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>caf\xe9</a>', 'latin1'),
    'or a wrong one',
  )
  refused(t, 'encoding', Buffer.from('<a>\xc0\xaf</a>', 'latin1'), 'overlong')
  refused(t, 'encoding', Buffer.from('<a>\xed\xa0\x80</a>', 'latin1'), 'a surrogate in UTF-8')
  refused(t, 'encoding', '<?xml version="1.0" encoding="UTF-16"?><a/>', 'declared UTF-16 and is not')
  refused(t, 'encoding', '<?xml version="1.0" encoding="EBCDIC-CP-DE"?><a/>', 'an encoding of mainframes')
  refused(t, 'encoding', '<?xml version="1.0" encoding="UTF-7"?><a/>', 'UTF-7')
  refused(t, 'encoding', '<?xml version="1.0" encoding="US-ASCII"?><a>\u00e9</a>', 'US-ASCII with other bytes')
  refused(t, 'malformed', '\uFEFF\uFEFF<a/>', 'two byte order marks')
  refused(t, 'malformed', Buffer.from('\uFEFF\uFEFF<a/>', 'utf16le'), 'in UTF-16 too')
  refused(
    t,
    'encoding',
    Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-8"?><a/>', 'utf16le'),
    'UTF-16 named UTF-8',
  )
  refused(t, 'encoding', Buffer.from('<a/>', 'utf16le'), 'UTF-16 without a mark and a declaration')
  refused(t, 'encoding', '\uFEFF<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'mark and declaration at odds')
  refused(t, 'encoding', Uint8Array.of(0, 0, 0xfe, 0xff, 0, 0, 0, 0x3c), 'UTF-32')
  refused(t, 'encoding', Uint8Array.of(0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0), 'UTF-32, the other way round')
  refused(t, 'encoding', Uint8Array.of(0xff, 0xfe, 0x3c), 'half a character of UTF-16')
  t.end()
})

t.test('memory is given back', (t) => {
  // In a process of its own, since WebAssembly memory never shrinks and other tests have used it.
  const program = `
    import { parseXml } from ${JSON.stringify(new URL('../../../src/einvoice/xml/parse.js', import.meta.url).href)}
    const good = Buffer.from('<a>' + '<b c="d">e</b>'.repeat(20_000) + '</a>')
    const bad = Buffer.from('<a>' + '<b c="d">e</b>'.repeat(20_000) + '</x>')
    const round = () => { parseXml(good); try { parseXml(bad) } catch {} }
    for (let i = 0; i < 20; i += 1) round()
    const before = process.memoryUsage().rss
    for (let i = 0; i < 150; i += 1) round()
    console.log(Math.round((process.memoryUsage().rss - before) / 1048576))`
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const growth = Number(child.stdout.trim())
  t.ok(
    child.status === 0 && growth < 150,
    `${growth} MiB more after 300 documents of 4 MB in WebAssembly each; ${child.stderr}`,
  )
  t.end()
})
