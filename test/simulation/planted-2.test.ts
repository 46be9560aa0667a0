import { findPlanted } from './planted/find.js'

findPlanted(1, 4)
