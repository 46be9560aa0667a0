#!/usr/bin/env node
import '../scripts/build-program.js'
import '../scripts/compile-cache.js'

await import('../dist/bundle/cli.js')
