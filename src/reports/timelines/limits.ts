// The number of entries of each kind in a timeline. Users can add to an object without end: they open attempts, cancel
// refunds and resend notifications. The newest are shown, and an entry mentions the older ones.

/** The most members of a kind, such as attempts to pay a payment, and the most attempts to deliver one notification. */
export const mostShown = 200;
/** The most state changes. */
export const mostSteps = 2_000;
/** The most events, each of which up to 21 receivers are sent. */
export const mostEvents = 500;
/** The most attempts to deliver, of all notifications together: where there are many, fewer of each are read. */
export const mostAttempts = 5_000;

/** Rows to show, the oldest first, and the newest of the others: undefined if all are shown. */
export interface Newest<Row> {
  shown: Row[];
  older: Row | undefined;
}

/** Divides rows that were read newest first, one more than are shown. */
export const newestOf = <Row>(rows: readonly Row[], most = mostShown): Newest<Row> => ({
  shown: rows.slice(0, most).toReversed(),
  older: rows[most],
});
