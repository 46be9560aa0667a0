/** Written by `npm run rules:examples`: for each rule a line of JSON with its examples, each `[profile, syntax, broken, sound]`. */
export const RECORDED = String.raw`
`
