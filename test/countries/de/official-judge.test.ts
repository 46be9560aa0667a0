import { agreesWithOfficialJudge } from '../../support/random/official-judge.js'

agreesWithOfficialJudge('DE')
agreesWithOfficialJudge('DE', 'cii', { runs: [50, 100] })
