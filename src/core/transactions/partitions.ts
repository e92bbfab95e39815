// The partitions of consents (docs/adr/0019): quarters of the year, by the time in the id of the transaction.
import type { QuarterTable } from '../../kernel/db/quarter-partitions.ts';

export const consentTable: QuarterTable = { table: 'consents', key: 'transaction_id', own: () => '' };
