/**
 * Generated from package.json by `npm run generate:client`. Change the version there.
 */
export const VERSION = '1.1.0'
