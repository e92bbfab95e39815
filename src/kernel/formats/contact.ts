// Contact details: checks telephone numbers and e-mail addresses that pages show as links.

/** Returns the phone number unchanged. Throws unless it is 7 to 15 digits, with spaces, dashes, brackets, a first +. */
export function readPhone(given: string): string {
  const digits = given.replace(/\D/g, '').length;
  if (!/^\+?[0-9 ()-]{7,25}$/.test(given) || digits < 7 || digits > 15)
    throw new Error('not a telephone number');
  return given;
}

/** Returns the e-mail address unchanged. Throws unless it has at most 254 characters, one @ and a host with a dot. */
export function readEmail(given: string): string {
  const [name = '', host = '', ...rest] = given.split('@');
  const isHost = /^[A-Za-z0-9.-]+$/.test(host) && host.split('.').length > 1 && !host.split('.').includes('');
  const isName = name !== '' && name.length <= 64 && /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/.test(name);
  if (given.length > 254 || rest.length > 0 || !isHost || !isName) throw new Error('not an e-mail address');
  return given;
}
