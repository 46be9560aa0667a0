/**
 * The TypeScript that commands of package.json write. The first line of each file names its
 * command. Lint, format (`.prettierignore`) and coverage leave these files out.
 */
export const GENERATED = [
  'clients/typescript/src/api.ts',
  'clients/typescript/src/version.ts',
  'src/countries/factur-x/tables/basic-schema.ts',
  'src/countries/factur-x/tables/basic-structure.ts',
  'src/countries/factur-x/tables/basic-wl-schema.ts',
  'src/countries/factur-x/tables/basic-wl-structure.ts',
  'src/countries/factur-x/tables/code-lists.ts',
  'src/countries/factur-x/tables/en16931-schema.ts',
  'src/countries/factur-x/tables/en16931-structure.ts',
  'src/countries/factur-x/tables/extended-schema.ts',
  'src/countries/factur-x/tables/extended-structure.ts',
  'src/countries/factur-x/tables/minimum-schema.ts',
  'src/countries/factur-x/tables/minimum-structure.ts',
  'src/countries/fr/life-cycle/schema-table.ts',
  'src/countries/it/schema-table.ts',
  'src/countries/it/simplified-schema-table.ts',
  'src/countries/pl/schema-table.ts',
  'src/einvoice/rules/bindings/cii/paths.ts',
  'src/einvoice/rules/bindings/ubl/paths.ts',
  'src/einvoice/schema/cii-d16b.ts',
  'src/einvoice/schema/cii-d22b.ts',
  'src/einvoice/schema/ubl-2.1.ts',
]
