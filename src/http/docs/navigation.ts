import { operationPath } from './links.js'
import { CHAPTERS } from './manual.js'
import type { ApiReference } from './openapi.js'

/** A page in the navigation. */
export interface NavigationLink {
  /** Below the service's root. */
  readonly path: string
  readonly title: string
  /** Of an operation. */
  readonly method?: string
}

/** A group of pages. */
export interface NavigationGroup {
  readonly title: string
  readonly links: readonly NavigationLink[]
}

/** Every page except those of single rules, in the order of the navigation. */
export function navigationOf(reference: ApiReference): readonly NavigationGroup[] {
  const operations = reference.tags.map(({ name }) => ({
    title: name,
    links: reference.operations
      .filter(({ tags }) => tags?.[0] === name)
      .map(({ operationId, summary: title, method }) => ({ path: operationPath(operationId), title, method })),
  }))
  return [
    {
      title: 'Start',
      links: [
        { path: 'docs', title: 'Overview' },
        CHAPTERS.guide,
        CHAPTERS.cases,
        CHAPTERS.smallBusinesses,
        CHAPTERS.symptoms,
        { path: 'docs/errors', title: 'Errors' },
        { path: 'docs/webhooks', title: 'Webhook events' },
        { path: 'docs/rules', title: 'Rules' },
      ],
    },
    { title: 'Countries', links: [...CHAPTERS.countries, CHAPTERS.fields] },
    ...operations.filter(({ links }) => links.length > 0),
    { title: 'For operators', links: [CHAPTERS.operations] },
  ]
}
