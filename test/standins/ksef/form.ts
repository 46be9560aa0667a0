import { fieldsOf } from '../../../src/domain/json.js'

/** The one form of invoices that is taken. */
export const FORM = { systemCode: 'FA (3)', schemaVersion: '1-0E', value: 'FA' } as const

/** Whether a session names this form, in any order of its fields. */
export function isForm(formCode: unknown): boolean {
  const { systemCode, schemaVersion, value } = fieldsOf(formCode)
  return systemCode === FORM.systemCode && schemaVersion === FORM.schemaVersion && value === FORM.value
}
