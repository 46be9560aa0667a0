// `npm start`: builds what is out of date, then runs the service in this very process, so that
// signals reach it.
import './build.js'

await import('../dist/bundle/main.js')
