/**
 * What a tenant's own document says of its operations, by their ids: what they answer, and what they take.
 * Empty, until the file that `npx svc-embed types` writes declares it.
 */
export interface TenantTypes {}

/** The answer of an operation (of a list, an item), if the service's description does not show it. */
export type Answer<Id extends string> =
  TenantTypes extends Record<Id, { answer: infer Known }> ? Known : unknown;

/** The input of an operation. `Otherwise` if the tenant's document was not asked. */
export type Input<Id extends string, Otherwise> =
  TenantTypes extends Record<Id, { input: infer Known }> ? Known : Otherwise;
