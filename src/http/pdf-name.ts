import { cut } from '../domain/text.js'

/** Characters that file systems or headers do not take, and invisible ones. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|%]+/gu

/** Maximum length of the part of a file name that comes from an invoice number. */
const LONGEST = 100

/**
 * The header `Content-Disposition` of a PDF named after the invoice's number (RFC 6266): a browser
 * saves it, because it contains texts of others.
 * @param fallback the name where nothing is left of the number
 */
export function namedPdf(number: string, fallback: string, suffix = ''): string {
  const safe = cut(number.toWellFormed().replaceAll(UNSAFE, '-').trim(), LONGEST, '').replace(/^[.-]{1,100}/, '')
  const name = `${safe === '' ? fallback : safe}${suffix}.pdf`
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    // The decomposition of some characters has signs of the first expression.
    .replaceAll(/[^ -~]|[\\/:*?"<>|%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const plain = `filename="${ascii}"`
  return `attachment; ${ascii === name ? plain : `filename*=UTF-8''${encoded}; ${plain}`}`
}
