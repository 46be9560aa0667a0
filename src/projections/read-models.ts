/**
 * The tables that queries may name. Each read model that HTTP queries use declares its own, in the
 * file of its queries: `declare module './read-models.js' { interface ReadModels {
 * 'read.companies': CompanyRow } }`.
 */
export interface ReadModels {
  /**
   * When keys were last used: operational state beside the read models, see `http/key-usage.ts`.
   */
  'operations.api_key_usage': { readonly key_id: string; readonly last_used_at: string }
}
