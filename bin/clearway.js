#!/usr/bin/env node
import '../scripts/build.js'

await import('../dist/bundle/cli.js')
