// The rules of OpenPeppol for Invoice Responses (T111), run by Saxon, have nothing against any
// response that we write.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { PEPPOL_ANSWERING } from '../../src/countries/peppol/invoice-response.js'
import { ANSWER_CODES, type Answer } from '../../src/domain/received.js'
import { outgoingAnswer } from '../countries/peppol/outgoing-answer.js'
import { foreignProgram } from './programs.js'

interface Verdict {
  readonly file: string
  readonly rules: number
  readonly failed: readonly string[]
}

const { codes, reasonCodes } = PEPPOL_ANSWERING
const neededFor: readonly string[] = reasonCodes?.neededFor ?? []

function answers(): readonly Partial<Answer>[] {
  return ANSWER_CODES.flatMap((code) => {
    const nationalCode = codes[code]?.code
    if (nationalCode === undefined) return []
    const reasons = Object.keys(reasonCodes?.codes ?? {}).filter((each) => each !== 'PPD' || code === 'paid')
    const bare = neededFor.includes(code) ? [] : [null]
    return [...bare, ...reasons].flatMap((reasonCode) => [
      { code, nationalCode, reasonCode },
      { code, nationalCode, reasonCode: reasonCode ?? 'OTH', reason: 'Größer als <bestellt> & "teurer" 😀' },
      { code, nationalCode, reasonCode, amount: '120.50', date: '2026-11-30' },
    ])
  })
}

t.test('no response breaks a rule, and a broken one does', { timeout: 120_000 }, async (t) => {
  const judge = foreignProgram(t, 'java', 'JudgeResponse', 'the rules of OpenPeppol on Invoice Responses')
  if (judge === null) return
  const folder = mkdtempSync(join(tmpdir(), 'responses-'))
  t.teardown(() => {
    rmSync(folder, { recursive: true })
  })
  const files = answers().map((answer, index) => {
    const file = join(folder, `${index}.xml`)
    writeFileSync(file, PEPPOL_ANSWERING.write(outgoingAnswer(answer)).bytes)
    return file
  })
  const broken = join(folder, 'broken.xml')
  const { bytes } = PEPPOL_ANSWERING.write(outgoingAnswer({ code: 'rejected', nationalCode: 'RE', reasonCode: 'OTH' }))
  writeFileSync(broken, Buffer.from(bytes).toString('utf8').replace('>OTH<', '>XXX<'))
  const verdicts = (await judge([...files, broken])) as Verdict[]
  t.ok(files.length > 80)
  t.ok(verdicts.every(({ rules }) => rules > 10))
  t.strictSame(verdicts.pop()?.failed, ['PEPPOL-T111-B03301', 'PEPPOL-T111-R007'])
  t.strictSame(
    verdicts.filter(({ failed }) => failed.length > 0),
    [],
  )
  t.equal(verdicts.length, files.length)
})
