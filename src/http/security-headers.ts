import helmet from 'helmet'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/**
 * The headers that helmet sets by default, by lower-case name. They are the same for every answer,
 * so they are collected once: helmet would run a dozen functions for each request.
 */
export function defaultSecurityHeaders(): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet()(request, response, () => undefined)
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}
