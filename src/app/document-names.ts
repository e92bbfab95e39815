/** The surfaces that have an OpenAPI document, as its address names them. */
export const documentNames = ['one', 'payments', 'payouts', 'external'] as const;
export type DocumentName = (typeof documentNames)[number];
