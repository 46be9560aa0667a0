import { attribute } from './register.js'
import type { Answer } from '../local-server.js'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'

/** An XML answer of upload or state. */
function xml(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: DECLARATION + body }
}

/** A JSON answer. */
export function json(value: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** The answer of ANAF's gateway to a call without its parameters. */
export function badRequest(message: string): Answer {
  return json({ timestamp: '05-08-2021 12:04:01', status: 400, error: 'Bad Request', message }, 400)
}

/** The header of an accepted upload. */
export function taken(index: string, now: Date): Answer {
  return xml(
    `<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" dateResponse="${minute(now)}" ExecutionStatus="0" index_incarcare="${index}"/>`,
  )
}

/** The header of a refused upload. */
export function refused(text: string, now: Date): Answer {
  return xml(
    `<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" dateResponse="${minute(now)}" ExecutionStatus="1">\r\n    <Errors errorMessage="${attribute(text)}"/>\r\n</header>`,
  )
}

/** The header of a state; without a text, an upload's. */
export function state(attributes: string): Answer {
  return xml(`<header xmlns="mfp:anaf:dgti:efactura:stareMesajFactura:v1" ${attributes}/>`)
}

/** The header of an unknown state. */
export function stateError(text: string): Answer {
  return xml(
    `<header xmlns="mfp:anaf:dgti:efactura:stareMesajFactura:v1">\r\n    <Errors errorMessage="${attribute(text)}"/>\r\n</header>`,
  )
}

/** An error of lists and downloads. */
export function failed(eroare: string, titlu: string): Answer {
  return json({ eroare, titlu })
}

/** ANAF's times have no seconds: `YYYYMMDDhhmm`. */
export function minute(now: Date): string {
  return now
    .toISOString()
    .replace(/[^0-9]/g, '')
    .slice(0, 12)
}

const ROMANIAN = new Intl.DateTimeFormat('ro-RO', {
  timeZone: 'Europe/Bucharest',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** A time as the errors of lists say it: `30-07-2026 15:15:28`, on Romanian clocks. */
export function romanianTime(milliseconds: number): string {
  return ROMANIAN.format(milliseconds).replace(', ', ' ').replaceAll('.', '-')
}

/** The firewall before ANAF's services, when it rejects a request. */
export const FIREWALL: Answer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1234567890</body></html>',
}
