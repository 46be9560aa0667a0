import { agreesWithOfficialJudge } from '../../support/random/official-judge.js'

agreesWithOfficialJudge('FR', 'ubl', { lines: [40, 4], runs: [100, 200] })
agreesWithOfficialJudge('FR', 'cii', { lines: [40, 4], runs: [30, 60] })
