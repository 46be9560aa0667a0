import { underRomanianLaw } from '../../countries/ro/law.js'
import type { CountrySettings } from '../../countries/settings.js'
import type { ResultVerdict } from '../conversion/conversion.js'
import type { Judging } from './port.js'

/** The same judge; its verdicts obey the operator's settings of countries. */
export function judgingBySettings(judging: Judging, settings: CountrySettings): Judging {
  return {
    validate: async (...given) => underRomanianLaw(await judging.validate(...given), settings),
    explain: async (...given) => underRomanianLaw(await judging.explain(...given), settings),
    totals: (...given) => judging.totals(...given),
    convert: (...given) => judging.convert(...given),
    read: (...given) => judging.read(...given),
    receive: (...given) => judging.receive(...given),
    check: (...given) => judging.check(...given),
    message: (...given) => judging.message(...given),
    convertDocument: async (...given) => {
      const made = await judging.convertDocument(...given)
      if ('refused' in made || made.verdict === undefined) return made
      return { ...made, verdict: onResult(made.verdict, settings) }
    },
  }
}

function onResult(verdict: ResultVerdict, settings: CountrySettings): ResultVerdict {
  return verdict.of === 'xml'
    ? { ...verdict, judgement: underRomanianLaw(verdict.judgement, settings) }
    : { ...verdict, judgement: underRomanianLaw(verdict.judgement, settings) }
}
