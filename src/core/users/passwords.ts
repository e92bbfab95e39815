// The rules of passwords that users choose.
import { invalidField } from '../invalid-field.ts';

const shortest = 15;
const longest = 128;

/** Common guesses. They are removed before the rest of a password is checked. */
const obvious = [
  ...[
    'password',
    'passwort',
    'passphrase',
    'correcthorsebatterystaple',
    'letmein',
    'welcome',
    'trustno',
    'iloveyou',
  ],
  ...[
    'qwertyuiop',
    'asdfghjkl',
    'zxcvbnm',
    'qwerty',
    'qwertz',
    'azerty',
    'asdf',
    'abcdefghijklmnopqrstuvwxyz',
    'abcdef',
  ],
  ...['abc', '1234567890', '0123456789', '9876543210', '123456', '12345', '1234', '123', 'monkey', 'dragon'],
  ...['football', 'sunshine', 'princess', 'superman', 'springbok', 'johannesburg', 'capetown', 'southafrica'],
  ...[
    'tefo',
    'console',
    'payments',
    'payment',
    'merchant',
    'operator',
    'finance',
    'support',
    'admin',
    'secret',
  ],
];
/** So many different characters must be left. */
const leastLeft = 6;

/**
 * Throws InvalidField unless a chosen password has 15 to 128 characters and consists of more than common guesses and
 * the user's own address.
 */
export function assertPassword(password: string, email: string): void {
  const refuse = (detail: string): never => {
    throw invalidField('password', detail);
  };
  const length = [...password.normalize('NFKC')].length;
  if (length < shortest || length > longest)
    refuse(`a password must have ${shortest} to ${longest} characters; this one has ${length}`);
  const own = email.split(/[^a-z0-9]+/).filter((part) => part.length >= 3);
  let left = password.normalize('NFKC').toLowerCase();
  for (const word of [...own, ...obvious].sort((one, other) => other.length - one.length))
    left = left.replaceAll(word, '');
  if (new Set(left).size < leastLeft) refuse('this password is too common: use several unrelated words');
}
