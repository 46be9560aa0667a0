import type { Assertions } from '../../../einvoice/rules/bindings/binding.js'

/** The controls of SdI on the content of a document. */
export const SDI_CONTROLS: readonly Assertions[] = []
