import asyncHooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded before every test file (scripts/test.js). Tap follows each promise until it is collected,
 * to say in which test an uncaught error began. That costs more than half the time of a
 * test with many promises. Without it such an error fails the file all the same and is shown with
 * its stack (`test/lint/late-errors.test.ts`); only the name of the test is gone.
 */
const { createHook } = asyncHooks
asyncHooks.createHook = () => createHook({})
syncBuiltinESMExports()
