import { agreesWithOfficialJudge } from '../../support/random/official-judge.js'

agreesWithOfficialJudge('FR', 'ubl', { lines: [40, 4], runs: [200, 300] })
agreesWithOfficialJudge('FR', 'cii', { lines: [40, 4], runs: [50, 100] })
