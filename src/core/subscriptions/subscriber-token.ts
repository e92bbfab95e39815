// The token in the address of a subscriber's page: the subscription's id and its signature. It is derived, not stored, so that each
// response of the API has the same one. The page shows nothing about a cancelled subscription, so cancelling revokes it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { required } from '../../kernel/required.ts';
import type { AnyContext } from '../context.ts';

const idBytes = 16;
const macBytes = 16;

/** Returns the path of the page on which the customer sees and cancels a subscription. */
export const subscriberPath = (scope: Pick<AnyContext, 'keyring'>, id: string): string =>
  `/subscriber/${tokenOf(scope, id)}`;

function tokenOf({ keyring }: Pick<AnyContext, 'keyring'>, id: string): string {
  const { currentId } = keyring.state();
  const key = required(
    keyring.derive('subscriber').find((one) => one.id === currentId),
    'key',
  );
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, macOf(key.bytes, bytes)]).toString('base64url');
}

/** Returns the id of the subscription that a token was made for, under any master key; undefined for any other text. */
export function subscriptionOfToken(
  { keyring }: Pick<AnyContext, 'keyring'>,
  token: string,
): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
  const [id, mac] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes)];
  const isSigned = keyring.derive('subscriber').some((key) => timingSafeEqual(mac, macOf(key.bytes, id)));
  return isSigned
    ? id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : undefined;
}

const macOf = (key: Buffer, id: Buffer): Buffer =>
  createHmac('sha256', key).update(id).digest().subarray(0, macBytes);
