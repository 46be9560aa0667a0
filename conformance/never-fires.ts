/** Official rules that no document can break, and why: the list, the ids and the reason. */
const NEVER: readonly (readonly [file: RegExp, ids: RegExp, reason: string])[] = [
  [/./, /^BR-CO-0[5678]$/, 'the artefact tests `true()`: only people can judge whether reason and reason code agree'],
  [/cii/, /^BR-A[FG]-09$/, 'the artefact for CII tests `true()`'],
  [
    /ubl|anaf|cius/,
    /^BR-DEC(?:-RO)?-1[35]$/,
    'the artefact compares the currency with a child that an amount does not have, so it never fires; UBL-DT-01 judges the same amounts',
  ],
  [/cii/, /^CII-DT-0(?:10|11|12)$/, 'the context follows `//ram:TypeCode` in the same pattern and is never reached'],
  [/anaf|cius/, /^BR-RO-A05[12]$/, 'the artefact counts one element at a time, so it never fires'],
  [/anaf|cius/, /^BR-DEC-RO-23$/, 'it follows the context of lines in the same pattern and is never reached'],
  [/anaf|cius/, /^BR-RO-L1019$/, 'the artefact expects the exemption reason in the wrong element'],
  [
    /anaf|cius/,
    /^UBL-CR-(?:487|572|577|583|674)$/,
    'the artefact misspells the name of the element, so it never fires',
  ],
  [/anaf|cius/, /^UBL-SR-2[23]$/, 'the artefact expects a party within the tax representative, where UBL has none'],
  [
    /flux2/,
    /^BR-FR-16_BT-103$|^BR-FR-DEC-01_BT-111$/,
    'the context equals that of an earlier rule in the same pattern and is never reached',
  ],
  [
    /fr-extended-ctc-cii/,
    /^BR-EXT-CL-07$/,
    'the artefact tests whether a code is a contract reference itself, which is never true',
  ],
  [
    /fr-extended-ctc-cii/,
    /^\?$/,
    'asserts without an id: their texts are those of BR-FXEXT-04 and BR-CO-27, which are judged',
  ],
  [
    /fr-cdar/,
    /^BR-FR-CDV-(?:01_MDG-3|04_MDG-4|05_MDG-9|06_MDT-21|10_MDT-87)$/,
    'the artefact tests whether the element that it is at exists',
  ],
  [
    /fr-cdar/,
    /^BR-FR-CDV-07_MDT-38_no$/,
    'the context equals that of an earlier rule in the same pattern and is never reached',
  ],
  [/peppol-bis/, /^UBL-|^BR-/, 'part of EN 16931: see there'],
]

/** Why an official rule needs no counterpart; undefined: there is no reason. */
export function reasonOf(file: string, id: string): string | undefined {
  return NEVER.find(([files, ids]) => files.test(file) && ids.test(id))?.[2]
}
