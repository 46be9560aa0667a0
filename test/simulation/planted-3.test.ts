import { findPlanted } from './planted/find.js'

findPlanted(2, 4)
