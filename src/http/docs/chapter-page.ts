import { html } from '../html/html.js'
import { contents, type DocsPage, rootFrom } from './layout.js'
import { linksOf } from './links.js'
import { type Chapter, textOf } from './manual.js'
import { rendered } from './markdown.js'
import type { ApiReference } from './openapi.js'

/** The page of a text of docs/. */
export function chapterPage(chapter: Chapter, reference: ApiReference): DocsPage {
  const { path, title, file } = chapter
  const { content, headings } = rendered(textOf(chapter), linksOf(reference, rootFrom(path), file))
  return {
    path,
    title,
    content: html`<article class="text">${content}</article>
      ${contents(headings)}`,
  }
}
