/** The surfaces with an OpenAPI document, as in its address. */
export const documentNames = ['one', 'payments', 'payouts', 'external'] as const;
export type DocumentName = (typeof documentNames)[number];
