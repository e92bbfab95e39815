// E-mails to customers and users, for the modules that use them.
export { emailKinds, resetMs } from './kinds.ts';
export { assertMayEmail, emailLanguages, isMailOn, type NewEmail, queueEmail } from './queue.ts';
export { type EmailState, emailMachine } from './state.ts';
export {
  backlog as emailBacklog,
  emails,
  statesOf as emailStatesOf,
  wasCreated as wasEmailed,
} from './store.ts';
