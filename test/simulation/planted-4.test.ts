import { findPlanted } from './planted/find.js'

findPlanted(3, 4)
