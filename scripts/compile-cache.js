// Node 22.8 and later keep what they compiled in a folder of the program's own, so that its next
// start is faster. A folder that can't be written, as in a read-only image, changes nothing.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../dist/compile-cache', import.meta.url))
module.enableCompileCache?.(folder)
// Threads take it from here.
process.env.NODE_COMPILE_CACHE ??= folder
