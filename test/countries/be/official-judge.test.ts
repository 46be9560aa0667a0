import { agreesWithOfficialJudge } from '../../support/random/official-judge.js'

agreesWithOfficialJudge('BE')
