import type { OperatorAction, OperatorActionDetails, OperatorActionEvent } from '../domain/operator-action.js'
import { cut, withHoldableTexts } from '../domain/text.js'
import { accept, type Decision } from './handle.js'

const LONGEST_TEXT = 500
const MOST_ITEMS = 100

/** What looks like a secret in a text: an API key, the password in an address. */
const API_KEY = /\b(sk_(?:test|live)_[0-9A-Za-z]{4})[0-9A-Za-z]{36}\b/g
const PASSWORD_IN_ADDRESS = /(:\/\/[^\s/:@]*):[^\s/@]+@/g

/**
 * Records an action. Texts are made storable in every store and cut; an API key or a password in
 * an address, perhaps typed in the wrong place, is left out.
 */
export function recordAction(action: OperatorAction) {
  return (): Decision<OperatorActionEvent, never> =>
    accept({
      type: 'OperatorActed',
      data: withHoldableTexts({
        ...action,
        operator: tidy(action.operator),
        target: action.target === null ? null : tidy(action.target),
        details: tidyDetails(action.details),
      }),
    })
}

function tidyDetails(details: OperatorActionDetails): OperatorActionDetails {
  return Object.fromEntries(
    Object.entries(details)
      .slice(0, MOST_ITEMS)
      .map(([name, value]) => [cut(name, LONGEST_TEXT), tidyValue(value)]),
  )
}

function tidyValue(value: OperatorActionDetails[string]): OperatorActionDetails[string] {
  if (typeof value === 'string') return tidy(value)
  if (typeof value !== 'object' || value === null) return value
  const items = value.slice(0, MOST_ITEMS).map(tidy)
  return value.length > MOST_ITEMS ? [...items, `… ${value.length - MOST_ITEMS} more`] : items
}

function tidy(text: string): string {
  return cut(text.replaceAll(API_KEY, '$1…').replaceAll(PASSWORD_IN_ADDRESS, '$1:…@'), LONGEST_TEXT)
}
