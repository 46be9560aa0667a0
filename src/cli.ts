import { runProgram } from './cli/program.js'

await runProgram(process.argv.slice(2))
