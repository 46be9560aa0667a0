import { belgium } from '../../../src/countries/be/index.js'
import { digits } from '../peppol/arbitrary-invoice.js'
import { agreesWithOfficialJudge } from '../peppol/official-judge.js'

const enterprise = digits(7).map((number) => {
  const checked = `0${number}`
  return checked + String(97 - (Number(checked) % 97)).padStart(2, '0')
})

agreesWithOfficialJudge(
  belgium,
  {
    ...{ country: 'BE', rates: [21, 12, 6], bankAccount: 'BE68 5390 0754 7034', isStrict: false },
    vatNumber: enterprise.map((number) => `BE${number}`),
  },
  'be',
)
