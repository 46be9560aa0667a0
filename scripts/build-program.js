// Builds if a file of the program itself is newer than the last build. The program starts with
// this, so it looks at nothing else: not at tests, benches or tools.
import { isBuilt } from './sources.js'

if (!isBuilt('program')) await import('./build.js')
