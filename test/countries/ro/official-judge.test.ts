import { agreesWithOfficialJudge } from '../../support/random/official-judge.js'

agreesWithOfficialJudge('RO', 'ubl', { lines: [100, 6] })
