import { isDeepStrictEqual } from 'node:util'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import t from 'tap'
import { formatted } from '../../../src/http/docs/formatted.js'
import { html } from '../../../src/http/html/html.js'
import { rendered } from '../../../src/http/docs/markdown.js'
import { pageOfLink } from '../../../src/http/docs/manual.js'

const NOWHERE = { target: (href: string) => href, code: () => null }

t.test('what a template is given is text, unless it is markup', async (t) => {
  const name = `"><script>'&`
  const escaped = '&quot;&gt;&lt;script&gt;&#39;&amp;'
  t.equal(html`<a title="${name}">${name}</a>`.markup, `<a title="${escaped}">${escaped}</a>`)
  t.equal(html`${html`<b>${1}</b>`}${[null, 'a', undefined]}`.markup, '<b>1</b>a')
})

t.test('a text of Markdown: markup is shown, not obeyed; headings have anchors, code is text', async (t) => {
  const { content, headings } = rendered(
    '# One `x` & two\n\n<script>alert(1)</script> a <b>bold</b>\n\n## Again\n\ntext\n\n## Again\n\n```html\n<i>\n```\n\n`<u>`',
    NOWHERE,
  )
  t.notMatch(content.markup, /<(?:script|b|i|u)>/)
  t.match(content.markup, '&lt;script&gt;alert(1)&lt;/script&gt;')
  t.same(
    headings.map(({ anchor, text, below }) => [anchor, text, below.trim()]),
    [
      ['one-x--two', 'One x & two', '<script>alert(1)</script> a <b>bold</b>'],
      ['again', 'Again', 'text'],
      ['again-1', 'Again', '<u>'],
    ],
  )
  for (const { anchor } of headings) t.match(content.markup, `id="${anchor}"`)
})

t.test('a link to a file leads to its page; a file without a page is no link', async (t) => {
  t.equal(pageOfLink('docs/guide.md', 'countries/ro.md#limits-and-deadlines'), 'docs/countries/ro#limits-and-deadlines')
  t.equal(pageOfLink('docs/countries/ro.md', 'fields.md'), 'docs/countries/fields')
  t.equal(pageOfLink('docs/countries/ro.md', '../guide.md'), 'docs/guide')
  t.equal(pageOfLink('docs/guide.md', '../clients/typescript'), null)
  t.equal(pageOfLink('docs/guide.md', '../../../etc/passwd'), null)
})

t.test('what is written in a language is read there as the same', async (t) => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'large' }), (drawn) => {
      const value: unknown = JSON.parse(JSON.stringify(drawn))
      const read: unknown = JSON.parse(formatted(value))
      const run: unknown = JSON.parse(JSON.stringify(runInNewContext(`(${formatted(value, 'js')})`)))
      return isDeepStrictEqual(read, value) && (hasPrototype(value) || isDeepStrictEqual(run, value))
    }),
  )
  t.equal(formatted({ a: [true, null, 'true'] }, 'python'), '{"a": [True, None, "true"]}')
  t.equal(formatted({ a: "it's", 'b-c': 'd' }, 'js'), `{ a: "it's", 'b-c': 'd' }`)
  t.match(formatted({ long: 'x'.repeat(80) }), /^\{\n {2}"long": "x+"\n\}$/)
})

/** In a literal of JavaScript `__proto__` is no name. */
function hasPrototype(value: unknown): boolean {
  return JSON.stringify(value).includes('__proto__')
}
