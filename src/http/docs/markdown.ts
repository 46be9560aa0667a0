import { Marked, type Token, type Tokens } from 'marked'
import { codeBlock } from './code.js'
import { escaped, Html, html } from '../html/html.js'

/** A heading of a text. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number
  readonly text: string
  /** Its fragment in an address. */
  readonly anchor: string
  /** The text below it, up to the next heading, as plain text. */
  readonly below: string
}

/** A text as a page shows it. */
interface Rendered {
  readonly content: Html
  readonly headings: readonly Heading[]
}

/** Where links and code in a text lead. An address is written as in the page; null: no link. */
export interface Links {
  /** Where a link leads, from the address in the text, such as `countries/ro.md#limits`. */
  readonly target: (href: string) => string | null
  /** Where code such as `GET /v1/invoices` leads. */
  readonly code: (code: string) => string | null
}

/**
 * CommonMark with tables as HTML. HTML in the text is escaped. Every heading has an anchor by the
 * rule of code hosts, so that the same links work there.
 */
export function rendered(text: string, links: Links): Rendered {
  const marked = new Marked()
  const tokens = marked.lexer(text)
  const anchors = new Map<Token, string>()
  const headings = headingsOf(tokens, anchors)
  marked.use({
    renderer: {
      html: ({ raw }) => escaped(raw),
      code: ({ text: code, lang }) => codeBlock(code, lang ?? '').markup,
      codespan: ({ text: code }) => {
        const address = links.code(code)
        const shown = html`<code>${code}</code>`
        return (address === null ? shown : html`<a href="${address}">${shown}</a>`).markup
      },
      heading(token) {
        const { depth } = token
        const content = new Html(this.parser.parseInline(token.tokens))
        const anchor = anchors.get(token) ?? ''
        return html`<${tag(depth)} id="${anchor}"><a class="anchor" href="#${anchor}">${content}</a></${tag(depth)}>\n`
          .markup
      },
      link({ href, tokens: inner }) {
        const content = new Html(this.parser.parseInline(inner))
        const address = links.target(href)
        return (address === null ? content : html`<a href="${address}">${content}</a>`).markup
      },
      table(token) {
        return tableOf(token, (cell) => new Html(this.parser.parseInline(cell.tokens))).markup
      },
    },
  })
  return { content: new Html(marked.parser(tokens)), headings }
}

/** A short text of CommonMark, in one paragraph, as HTML. */
export function renderedLine(text: string, links: Links): Html {
  return new Html(rendered(text, links).content.markup.replace(/^<p>(.*)<\/p>\n$/s, '$1'))
}

function tag(depth: number): Html {
  return new Html(`h${depth}`)
}

function tableOf({ header, rows }: Tokens.Table, content: (cell: Tokens.TableCell) => Html): Html {
  return html`<div
    class="table"
    tabindex="0"
    role="group"
    aria-label="Table: ${header.map(({ text }) => text).join(', ')}"
  >
    <table>
      <thead>
        <tr>
          ${header.map((cell) => html`<th scope="col">${content(cell)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${content(cell)}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div> `
}

/** Records the anchor of each heading too. */
function headingsOf(tokens: readonly Token[], anchors: Map<Token, string>): readonly Heading[] {
  const headings: (Heading & { below: string })[] = []
  const taken = new Map<string, number>()
  for (const token of tokens) {
    if (isHeading(token)) {
      const text = plainText(token.text)
      const slug = anchorOf(text)
      const before = taken.get(slug) ?? 0
      taken.set(slug, before + 1)
      const anchor = before === 0 ? slug : `${slug}-${before}`
      anchors.set(token, anchor)
      headings.push({ level: token.depth, text, anchor, below: '' })
    } else if (token.type !== 'code') {
      const current = headings.at(-1)
      if (current) current.below += `${plainText(token.raw)} `
    }
  }
  return headings
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}

/** The text without Markdown syntax. */
function plainText(text: string): string {
  return text
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[`*|]|-{3,}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A heading as the fragment of an address. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-')
}
