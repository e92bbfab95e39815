// A device that creates passkeys, as a browser forwards its response.
import { generateKeyPairSync, hash, randomBytes } from 'node:crypto';

interface Asked {
  challenge: string;
  rp: { id: string };
}

/** Returns a new device's response to a page's request. */
export function registered({ challenge, rp }: Asked, origin: string): string {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  // The key as COSE has it: a map of its type, its algorithm (ES256), its curve and its two coordinates.
  const key = [hex('a5010203262001215820'), base64url(x!), hex('225820'), base64url(y!)];
  const flags = 0x45;
  const data = Buffer.concat([
    ...[hash('sha256', rp.id, 'buffer'), Buffer.from([flags]), Buffer.alloc(4)],
    ...[Buffer.alloc(16), Buffer.from([0, id.length]), id, ...key],
  ]);
  const attestation = Buffer.concat([
    ...[hex('a3'), text('fmt'), text('none'), text('attStmt'), hex('a0'), text('authData')],
    ...[Buffer.from([0x58, data.length]), data],
  ]);
  const client = { type: 'webauthn.create', challenge, origin, crossOrigin: false };
  return JSON.stringify({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(client)).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    },
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  });
}

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const base64url = (digits: string): Buffer => Buffer.from(digits, 'base64url');
/** A text of at most 23 bytes, as CBOR has it. */
const text = (words: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)]);
