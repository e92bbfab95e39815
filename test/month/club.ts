// The subscriptions of a month: sold on its first day, charged automatically, and compared with the merchant's calculation
// from its contracts and its fixed calendar: which charge is paid or fails, on which day, and that each is notified once.
import { type Books, dayAfter, dayOf, isBusinessDay } from './books.ts';

export interface Contract {
  cents: number;
  frequency: 'Daily' | 'Weekly';
  first: string;
  occurrences: number;
  payableNow?: number;
  band?: { minimum: number; maximum: number };
}

/** A notification, received or expected: of a due date, or (occurrence 0) of anything else. */
interface Reported {
  occurrence: number;
  cents: number;
  isPaid: boolean;
  day: string;
}

interface Member extends Contract {
  id: string;
  site: string;
  /** The requested changes, and those at sign-up. */
  extra: Reported[];
  received: Reported[];
  sequence: number;
  last: string;
  cancelledOn?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the service sends
type Notification = any;

export type Club = ReturnType<typeof openClub>;

export function openClub(books: Books) {
  const members = new Map<string, Member>();
  const violations: string[] = [];

  function takeCharge(member: Member, { type, data }: Notification, at: Date): void {
    const cents = Math.round(data.amount.value * 100);
    const isPaid = type === 'subscription.payment.succeeded';
    member.received.push({ occurrence: data.occurrence ?? 0, cents, isPaid, day: dayOf(at) });
    if (isPaid) books.paid(data.transactionId, member.site, cents, at);
  }

  return {
    violations,
    joined: (id: string, site: string, contract: Contract, at: Date): void => {
      const { payableNow } = contract;
      const extra =
        payableNow === undefined ? [] : [{ occurrence: 0, cents: payableNow, isPaid: true, day: dayOf(at) }];
      members.set(id, { ...contract, id, site, extra, received: [], sequence: 0, last: '' });
    },
    charged: (id: string, cents: number, at: Date): void => {
      members.get(id)!.extra.push({ occurrence: 0, cents, isPaid: true, day: dayOf(at) });
    },
    cancelled: (id: string, at: Date): void => {
      members.get(id)!.cancelledOn = dayOf(at);
    },
    received: (notification: Notification, at: Date): void => {
      const member = members.get(notification.data.id);
      if (!member)
        return void violations.push(`notified of an unknown subscription: ${notification.data.id}`);
      if (notification.sequence !== member.sequence + 1)
        violations.push(`${member.id} was notified of ${notification.sequence} after ${member.sequence}`);
      member.sequence = notification.sequence;
      member.last = notification.type.replace('subscription.', '');
      if (member.last.startsWith('payment.')) takeCharge(member, notification, at);
    },
    /** Subscriptions that are still charged, according to the notifications. */
    running: () =>
      [...members.values()].filter(({ last }) => !['completed', 'cancelled', 'failed'].includes(last)),
    /** Compares all notifications with the contracts, when all work has ended. */
    judge: (say: (what: string) => void): void => {
      for (const member of members.values()) {
        const expected = lines([...due(member), ...member.extra]);
        if (lines(member.received) !== expected)
          say(`${member.id}, ${member.frequency}: notified ${lines(member.received)}, expected ${expected}`);
        const end = member.cancelledOn === undefined ? 'completed' : 'cancelled';
        if (member.last !== end) say(`${member.id} was last notified as ${member.last}, not as ${end}`);
      }
    },
    summary: (): Record<string, number> => {
      const reported = [...members.values()].flatMap((member) => member.received);
      return {
        chargesPaid: reported.filter(({ isPaid }) => isPaid).length,
        chargesFailed: reported.filter(({ isPaid }) => !isPaid).length,
      };
    },
  };
}

const lines = (reported: Reported[]): string =>
  reported
    .map(
      ({ occurrence, cents, isPaid, day }) => `${day} ${occurrence} ${cents} ${isPaid ? 'paid' : 'failed'}`,
    )
    .toSorted()
    .join(', ');

function businessDayFrom(day: string): string {
  return isBusinessDay(day) ? day : businessDayFrom(dayAfter(day));
}

/** The charges of a contract, up to the day on which it was cancelled. */
function due({ cents, frequency, first, occurrences, cancelledOn }: Member): Reported[] {
  const isPaid = cents % 100 !== 91;
  const last = cancelledOn ?? '9999-12-31';
  return dueDays(frequency, first, occurrences)
    .filter((day) => day <= last)
    .map((day, index) => {
      const end = isPaid ? day : givenUpOn(day);
      // A pending retry is abandoned with its subscription.
      return { occurrence: index + 1, cents, isPaid, day: end < last ? end : last };
    });
}

/** The days of charges: where banks rest on the day after that they do not, but for daily ones. */
function dueDays(frequency: Contract['frequency'], first: string, occurrences: number): string[] {
  const apart = frequency === 'Daily' ? 1 : 7;
  const days = [first];
  while (days.length < occurrences) days.push(later(days.at(-1)!, apart));
  return frequency === 'Daily' ? days : days.map(businessDayFrom);
}

const later = (day: string, days: number): string => (days === 0 ? day : later(dayAfter(day), days - 1));

/** A charge that fails is tried on the next two business days as well. */
const givenUpOn = (day: string): string => businessDayFrom(dayAfter(businessDayFrom(dayAfter(day))));
