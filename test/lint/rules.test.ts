// One process for all of them: each loads the program's types, which takes longer than judging.
import './calls-end.js'
import './import-circles.js'
import './layers.js'
import './plain-english.js'
import './readable.js'
import './spread-arguments.js'
import './whole-characters.js'
