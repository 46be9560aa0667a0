import { germany } from '../../../src/countries/de/index.js'
import { digits } from '../peppol/arbitrary-invoice.js'
import { agreesWithOfficialJudge } from '../peppol/official-judge.js'

agreesWithOfficialJudge(
  germany,
  {
    ...{ country: 'DE', rates: [19, 7], bankAccount: 'DE89 3704 0044 0532 0130 00', isStrict: true },
    vatNumber: digits(8).map((number) => `DE1${number}`),
  },
  'de',
)
