// `npm start`: builds what is out of date, then runs the service in the same process, so that
// signals reach it.
import './build-program.js'
import './compile-cache.js'

await import('../dist/bundle/main.js')
