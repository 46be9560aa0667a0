import { runProgram } from './cli/program.js'

process.exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  // Opened only where it is read.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  onInterrupt: (handler) => {
    process.once('SIGINT', handler).once('SIGTERM', handler)
    return () => void process.off('SIGINT', handler).off('SIGTERM', handler)
  },
})
