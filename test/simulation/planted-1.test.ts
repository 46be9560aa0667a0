import { findPlanted } from './planted/find.js'

findPlanted(0, 4)
