// Customers: written with the payment, subscription or payment link that names them, and read by the console.
import type { Work, Writer } from '../context.ts';
import { save } from '../unit-of-work.ts';
import type { Identified } from './identity.ts';
import * as store from './store.ts';

export { contactOf, type Given, type Identified, identify, phoneDigits, searchable } from './identity.ts';
export {
  addingCustomers,
  type Customer,
  customers,
  findAnyCustomer,
  setCustomers,
} from './store.ts';

/** Has a customer written with the rest of the unit of work, unless it is known. */
export const saveCustomer = (work: Work, customer: Identified): void => save(work, named, customer);

const named: Writer<Identified> = {
  place: 'customers',
  statements: ({ tx, clock }, rows) => [{ query: store.addingCustomers(tx, rows, clock.now()) }],
};
