import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseAddress, placeWords } from './address.ts';

const placesOf = (url: string) => parseAddress(url).places.map(placeWords);

describe('the address of a database', () => {
  test('names hosts, ports, user and database, as those of PostgreSQL do', () => {
    assert.deepEqual(parseAddress('postgres://tefo:p%40ss%2F@db.example.com/tefo?application_name=x'), {
      places: [{ host: 'db.example.com', port: 5432 }],
      user: 'tefo',
      password: 'p@ss/',
      database: 'tefo',
      settings: { application_name: 'x' },
    });
    for (const [written, places] of Object.entries({
      'a:1,b,c:3/tefo': ['a:1', 'b:5432', 'c:3'],
      'u:p@a,b:2/tefo?port=9': ['a:9', 'b:2'],
      '[::1]:5433,[2001:db8::7]/tefo': ['[::1]:5433', '[2001:db8::7]:5432'],
      '%2Fvar%2Frun%2Fpostgresql/tefo': ['/var/run/postgresql:5432'],
      'u:p@/tefo?host=a,b&port=1,2': ['a:1', 'b:2'],
      'u:p@x/tefo?host=a,/run&port=7': ['a:7', '/run:7'],
      '/tefo': [],
      'u:with@sign@a,b/': ['a:5432', 'b:5432'],
    }))
      assert.deepEqual(placesOf(`postgresql://${written}`), places, written);
  });

  test('states its encryption and the wanted host, and leaves out parameters for libraries only', () => {
    const { tls, target, settings } = parseAddress(
      'postgres://a,b/x?sslmode=verify-full&target_session_attrs=read-write&connect_timeout=3&search_path=y',
    );
    assert.deepEqual([tls, target, settings], ['verify-full', 'read-write', { search_path: 'y' }]);
    assert.equal(parseAddress('postgres://a/x?sslmode=disable').tls, false);
    assert.equal(parseAddress('postgres://a/x?sslrootcert=system').tls, 'verify-full');
  });

  test('is refused with the error, by the host’s number, and never with a possible secret', () => {
    for (const [written, why] of Object.entries({
      'u:hush@a:0/x': /port of its host must be a number from 1 to 65535/,
      'u:hush@a,b:70000/x': /port of host 2/,
      'u:hush@a,,b/x': /host 2 is empty/,
      'u:hush@::1/x': /its host must be HOST:PORT, or \[ADDRESS\]:PORT for IPv6/,
      'u:hush/hush@a/x': /port of its host|HOST:PORT/,
      'u:hush#hush@a/x': /in a password, write/,
      'u:hush%zz@a/x': /write % as %25/,
      'u:hush@a b/x': /its host is neither a name/,
      'u:hush@/x?host=a,b&port=1,2,3': /2 hosts and 3 ports/,
      'u:hush@a/x?sslmode=hush': /sslmode must be one of/,
      'u:hush@a/x?sslrootcert=hush.pem': /NODE_EXTRA_CA_CERTS/,
      'u:hush@a/x?sslkey=hush': /it has sslkey, which Tefo does not support/,
    }))
      assert.throws(
        () => parseAddress(`postgres://${written}`),
        ({ message }: Error) => why.test(message) && !message.includes('hush'),
        written,
      );
  });

  test('is read again as it was written, whatever its password contains', () => {
    const host = fc.constantFrom('a', 'db-1.example.com', '10.0.0.1', '::1', 'fe80::1');
    const port = fc.integer({ min: 1, max: 65_535 });
    const place = fc.record({ host, port }, { noNullPrototype: true });
    const places = fc.array(place, { minLength: 1, maxLength: 4 });
    const text = fc.string({ unit: 'binary', minLength: 1 }).filter((one) => one.isWellFormed());
    fc.assert(
      fc.property(places, text, text, text, (given, user, password, database) => {
        const [u, p, d] = [user, password, database].map(encodeURIComponent);
        const address = parseAddress(`postgres://${u}:${p}@${given.map(placeWords).join()}/${d}`);
        assert.deepEqual(address, { places: given, user, password, database, settings: {} });
      }),
    );
  });
});
