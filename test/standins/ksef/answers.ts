import type { Answer } from '../local-server.js'

/** JSON, with HTTP 200 unless it is said. */
export function json(body: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) }
}

/** XML with HTTP 200. */
export function xml(body: Uint8Array, headers: Readonly<Record<string, string>>): Answer {
  return { status: 200, headers: { 'content-type': 'application/xml', ...headers }, body }
}

/** HTTP 400 with problem details, or in KSeF's own form. */
export function refused(
  code: number,
  details: readonly string[] = [],
  form: 'problem' | 'exception' = 'problem',
  description = DESCRIPTIONS[code] ?? 'Żądanie jest nieprawidłowe.',
): Answer {
  if (form === 'exception') {
    const exceptionDetailList = [{ exceptionCode: code, exceptionDescription: description, details }]
    return json({ exception: { exceptionDetailList, serviceCode: '00-1-00', timestamp: '2026-01-01T00:00:00Z' } }, 400)
  }
  return problem(400, 'Bad Request', 'Żądanie jest nieprawidłowe.', { errors: [{ code, description, details }] })
}

/** Problem details (RFC 9457). */
function problem(status: number, title: string, detail: string, more: object = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ title, status, instance: '/v2', detail, traceId: '00-1-00', ...more }),
  }
}

/** HTTP 401. */
export const UNSIGNED = problem(401, 'Unauthorized', 'Wymagane jest uwierzytelnienie.')

/** HTTP 403 with its reason. */
export function forbidden(reasonCode: string): Answer {
  return problem(403, 'Forbidden', 'Brak wymaganych uprawnień.', {
    reasonCode,
    security: { requiredAnyOfPermissions: ['InvoiceWrite'], presentPermissions: [] },
  })
}

/** HTTP 429, with the seconds to wait. */
export function tooMany(limit: number, unit: string, seconds: number): Answer {
  const detail = `Przekroczono limit ${limit} żądań na ${unit}. Spróbuj ponownie po ${seconds} sekundach.`
  const body = { status: { code: 429, description: 'Too Many Requests', details: [detail] } }
  return { ...json(body, 429), headers: { 'content-type': 'application/json', 'retry-after': String(seconds) } }
}

/** What stands before KSeF when KSeF is away. */
export const AWAY = '<html><head><title>503 Service Unavailable</title></head><body></body></html>'

const DESCRIPTIONS: Readonly<Record<number, string | undefined>> = {
  9105: 'Nieprawidłowy podpis.',
  21111: 'Nieprawidłowe wyzwanie autoryzacyjne.',
  21157: 'Nieprawidłowy rozmiar części pakietu.',
  21164: 'Faktura o podanym identyfikatorze nie istnieje.',
  21173: 'Brak sesji o wskazanym numerze referencyjnym.',
  21178: 'Nie znaleziono UPO dla podanych kryteriów.',
  21180: 'Status sesji nie pozwala na wykonanie operacji.',
  21184: 'Sesja tymczasowo niedostępna.',
  21205: 'Pakiet nie może być pusty.',
  21208: 'Czas oczekiwania na requesty upload lub finish został przekroczony.',
  21301: 'Brak autoryzacji.',
  21304: 'Brak uwierzytelnienia.',
  21402: 'Nieprawidłowy rozmiar pliku.',
  21403: 'Nieprawidłowy skrót pliku.',
  21405: 'Błąd walidacji danych wejściowych.',
  21470: 'Przesłany identyfikator klucza jest nieznany lub wskazuje na wycofany klucz.',
}
