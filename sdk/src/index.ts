// A client of Tefo's four surfaces, the hashes and signatures that an integration needs, and what messages are.
export { type AccountEncryption, encryptAccountNumber, newAccountKey } from './account-numbers.ts';
export type { CallOptions, Surface } from './calls.ts';
export { Tefo, type TefoOptions } from './client.ts';
export type { ClientCredentials, SurfaceName, Urls } from './credentials.ts';
export { type ErrorSource, TefoError } from './errors.ts';
export type { MessageType, WebhookEvent } from './events.ts';
export type { ErrorCode } from './generated/error-codes.ts';
export { type HashedPayout, paymentHash, payoutHash, referenceHash, refundHash } from './hashes.ts';
export {
  type BulkNotification,
  type PayoutNotification,
  verifyBulkNotification,
  verifyNotification,
  verifyPayoutNotification,
} from './notifications.ts';
export type { Page } from './page.ts';
export { SignatureError, type SignatureErrorCode } from './signature-error.ts';
export {
  type RawBody,
  type Secrets,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
} from './webhooks.ts';
