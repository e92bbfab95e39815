// How somebody is reached: what a telephone number and an e-mail address look like to whoever shows them as a link.

/** The telephone number as it was written. Throws where it is none: 7 to 15 digits, spaces, dashes and brackets, after a + or not. */
export function readPhone(given: string): string {
  const digits = given.replace(/\D/g, '').length;
  if (!/^\+?[0-9 ()-]{7,25}$/.test(given) || digits < 7 || digits > 15)
    throw new Error('no telephone number');
  return given;
}

/** The e-mail address as it was written. Throws where it is none: at most 254 characters, one @, a host with a dot. */
export function readEmail(given: string): string {
  const [name = '', host = '', ...rest] = given.split('@');
  const isHost = /^[A-Za-z0-9.-]+$/.test(host) && host.split('.').length > 1 && !host.split('.').includes('');
  const isName = name !== '' && name.length <= 64 && /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/.test(name);
  if (given.length > 254 || rest.length > 0 || !isHost || !isName) throw new Error('no e-mail address');
  return given;
}
