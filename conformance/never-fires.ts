/** Official rules that no document can break, and why: by the list, the ids and the reason. */
const NEVER: readonly (readonly [file: RegExp, ids: RegExp, reason: string])[] = [
  [
    /./,
    /^BR-CO-0[5678]$/,
    'the artefact tests `true()`: whether reason and reason code say the same is for people to judge',
  ],
  [/cii/, /^BR-A[FG]-09$/, 'the artefact for CII tests `true()`'],
  [
    /ubl|anaf|cius/,
    /^BR-DEC(?:-RO)?-1[35]$/,
    'the artefact compares the currency with a child that an amount does not have, so that it never fires; UBL-DT-01 judges the same amounts',
  ],
  [
    /cii/,
    /^CII-DT-0(?:10|11|12)$/,
    'the context stands behind `//ram:TypeCode` in the same pattern, so that it is never reached',
  ],
  [/anaf|cius/, /^BR-RO-A05[12]$/, 'the artefact counts one element at a time, so that it never fires'],
  [
    /anaf|cius/,
    /^BR-DEC-RO-23$/,
    'stands behind the context of lines in the same pattern, so that it is never reached',
  ],
  [
    /anaf|cius/,
    /^BR-RO-L1019$/,
    'the artefact looks for the reason of exemption in the wrong element, where it never stands',
  ],
  [
    /anaf|cius/,
    /^UBL-CR-(?:487|572|577|583|674)$/,
    'the artefact misspells the name of the element, so that it never fires',
  ],
  [
    /anaf|cius/,
    /^UBL-SR-2[23]$/,
    'the artefact looks for a party within the tax representative, which UBL does not have there',
  ],
  [
    /flux2/,
    /^BR-FR-16_BT-103$|^BR-FR-DEC-01_BT-111$/,
    'the context is that of the rule before it in the same pattern, so that it is never reached',
  ],
  [
    /fr-extended-ctc-cii/,
    /^BR-EXT-CL-07$/,
    'the artefact asks whether a code is a contract reference itself, which it never is, so that it never fires',
  ],
  [
    /fr-extended-ctc-cii/,
    /^\?$/,
    'two asserts without an id: by their texts BR-FXEXT-04 and BR-CO-27, under which documents are judged by them',
  ],
  [/peppol-bis/, /^UBL-|^BR-/, 'part of EN 16931: see there'],
]

/** Why we need no counterpart of an official rule; undefined: there is no such reason. */
export function reasonOf(file: string, id: string): string | undefined {
  return NEVER.find(([files, ids]) => files.test(file) && ids.test(id))?.[2]
}
