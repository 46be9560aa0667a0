import { pageOfLink } from './manual.js'
import type { Links } from './markdown.js'
import type { ApiReference } from './openapi.js'

/** The address of an operation's page, below the service's root. */
export function operationPath(id: string): string {
  return `docs/api/${id}`
}

/**
 * Where the links of a text lead.
 * @param root from the page to the service's root, such as `../`
 * @param file of the text; null: a text of the OpenAPI document, whose links begin at the root
 */
export function linksOf(reference: ApiReference, root: string, file: string | null): Links {
  return {
    target: (href) => {
      if (/^\w+:|^#/.test(href)) return href
      const path = file === null ? href : pageOfLink(file, href)
      return path === null ? null : root + path
    },
    code: (code) => {
      if (/^\/(?:docs(?:\/[a-z]+)?|openapi\.json)$/.test(code)) return root + code.slice(1)
      const [, method = '', path = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S+)$/.exec(code) ?? []
      const operation = reference.named(method, path)
      return operation === undefined ? null : root + operationPath(operation.operationId)
    },
  }
}
