import { agreesWithOfficialJudge } from '../../support/random/official-judge.js'

agreesWithOfficialJudge('DE', 'ubl', { runs: [120, 250] })
agreesWithOfficialJudge('DE', 'cii', { runs: [30, 60] })
