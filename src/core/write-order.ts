// The order in which a unit of work writes. A test compares it with the foreign keys of the database.

export const writeOrder = [
  // Rows that were read before. Unique indexes of live rows allow a successor only after its predecessor has ended.
  'changes',
  // New rows, those that others refer to first.
  'payments',
  'transactions',
  'consents',
  'subscription_charges',
  'transfers',
  // Changes of new rows, and of rows that refer to them now.
  'changes of new rows',
  'ledger_journals',
  'events',
  'emails',
  // Payments that are created at this time wait for a customer that is new.
  'customers',
  // One row for each site, which all payouts of the site wait for: it is locked last.
  'floats',
] as const;

/** A step of the flush: inserts into one table, or changes of rows of any table. */
export type Place = (typeof writeOrder)[number];
