// The payer's address of a payment link.

export const linkPath = (code: string): string => `/link/${code}`;
