/**
 * The TypeScript that commands of package.json write. The first line of each file names its
 * command. Lint, format (`.prettierignore`) and coverage leave these files out.
 */
export const GENERATED = [
  'clients/typescript/src/api.ts',
  'clients/typescript/src/version.ts',
  'src/countries/it/schema-table.ts',
  'src/countries/pl/schema-table.ts',
  'src/einvoice/rules/bindings/cii/paths.ts',
  'src/einvoice/rules/bindings/ubl/paths.ts',
  'src/einvoice/schema/cii-d16b.ts',
  'src/einvoice/schema/cii-d22b.ts',
  'src/einvoice/schema/ubl-2.1.ts',
]
