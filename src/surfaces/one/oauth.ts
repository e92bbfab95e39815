// What the OAuth endpoints share (RFC 6749): forms, clients with their secrets, and errors with the members of both our
// error object and OAuth, so that stock libraries can read them.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Client } from '../../core/merchants/actions.ts';
import { mayCallFrom } from '../../core/merchants/clients.ts';
import { isStorable } from '../../kernel/formats/json.ts';
import { itemAt } from '../../kernel/required.ts';
import { hasTriedBasic } from '../basic.ts';
import { json } from '../described.ts';
import { limitHeaderNames, tooManyRequests } from '../limits.ts';
import type { Answer } from '../openapi.ts';
import type { OneDeps, Operation } from './deps.ts';
import { describeError, logFailure, OneError, sendFailure, transportErrors } from './errors.ts';
import { ErrorObject } from './wire.ts';

const oauthCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_scope',
  'invalid_grant',
  'unsupported_grant_type',
  'server_error',
] as const;
type OAuthCode = (typeof oauthCodes)[number];

export class TokenRefused extends OneError {
  readonly oauth: OAuthCode;
  constructor(oauth: OAuthCode, field: string, detail: string) {
    super('BadRequest', detail, { source: { pointer: `/${field}` } });
    this.oauth = oauth;
  }
}

class ClientRefused extends OneError {
  readonly oauth = 'invalid_client';
  constructor(request: FastifyRequest, detail: string) {
    super('Unauthorized', detail, {
      source: { header: 'Authorization' },
      ...(hasTriedBasic(request) && { headers: { 'www-authenticate': 'Basic realm="tefo"' } }),
    });
  }
}

/** The error object with the members that stock OAuth libraries read. */
const TokenError = Type.Object(
  { ...ErrorObject.properties, error: Type.Enum([...oauthCodes]), error_description: Type.String() },
  { title: 'TokenError' },
);

const refusedAs = (description: string, ...headers: string[]): Answer => ({
  description,
  forms: json(TokenError),
  headers: ['X-Correlation-ID', ...headers],
});

/** Returns the responses of an endpoint for forms, as its document describes them. */
export const formAnswers = ({ responses, meanings = {} }: Operation): Record<number, Answer> => ({
  200: {
    description: meanings[200] ?? 'Done.',
    ...(responses[200] && { forms: json(responses[200]) }),
    headers: ['X-Correlation-ID'],
  },
  400: refusedAs(meanings[400] ?? transportErrors.BadRequest.title),
  401: refusedAs('`Unauthorized`: the client is not known, or its secret is wrong.', 'WWW-Authenticate'),
  413: refusedAs('`PayloadTooLarge`: The body is too large.'),
  415: refusedAs('`UnsupportedMediaType`: the body is not a form.'),
  429: refusedAs(`\`TooManyRequests\`: ${tooManyRequests}`, 'Retry-After', ...limitHeaderNames),
  500: refusedAs('`InternalServerError`: The service failed.'),
  503: refusedAs('`ServiceUnavailable`: The service is not available at the moment.', 'Retry-After'),
});

export type Form = Record<string, string | undefined>;

/** The form members that identify a client, at both endpoints. */
export const clientMembers = {
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
};

/** Gives the responses of an endpoint for forms the members that OAuth requires. */
export function prepareForms(deps: OneDeps, scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => {
    const failure = describeError(error);
    logFailure(failure, error, request);
    const ours = failure.status >= 500 ? 'server_error' : 'invalid_request';
    const oauth: OAuthCode =
      error instanceof TokenRefused || error instanceof ClientRefused ? error.oauth : ours;
    reply.header('cache-control', 'no-store');
    return sendFailure(deps, failure, request, reply, { error: oauth, error_description: failure.detail });
  });
  scope.addHook('preHandler', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
}

/** A client that has shown its secret, and the grant that its tokens name. */
export interface KnownClient {
  client: Client;
  grantId: string;
}

/** Returns the calling client. Throws the 401 if none is named or its secret is wrong. */
export async function findClient(deps: OneDeps, request: FastifyRequest, given: Form): Promise<KnownClient> {
  const [id, secret] = credentialsOf(request, given);
  if (!id || !secret)
    throw new ClientRefused(
      request,
      'client_id and client_secret are required, in the form or as HTTP Basic',
    );
  const known = await deps.directory.clientBySecret(id, secret);
  if (!known) throw new ClientRefused(request, 'the client is not known, or its secret is wrong');
  if (!mayCallFrom(known.client, request.ip))
    throw new ClientRefused(request, `the client does not allow calls from the address ${request.ip}`);
  if (await deps.directory.isSuspended(known.client.merchantId))
    throw new ClientRefused(request, 'the operator has suspended the merchant');
  await deps.directory.noteUse(id);
  const { authorization } = request.headers;
  if (authorization !== undefined) request.acceptKey?.(authorization, known.client.merchantId);
  return known;
}

function credentialsOf(request: FastifyRequest, given: Form): (string | undefined)[] {
  const { authorization } = request.headers;
  if (authorization === undefined) return [given.client_id, given.client_secret];
  const basic = readBasic(authorization);
  if (!basic)
    throw new ClientRefused(
      request,
      'the Authorization header is not HTTP Basic with a client id and secret',
    );
  if (given.client_secret !== undefined || (given.client_id !== undefined && given.client_id !== basic[0])) {
    throw new TokenRefused(
      'invalid_request',
      'client_id',
      'the client must be named either in the form or as HTTP Basic',
    );
  }
  return basic;
}

function readBasic(authorization: string): string[] | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(authorization)?.[1];
  const pair = encoded && /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'));
  if (!pair || !isStorable(pair[0])) return undefined;
  return [formDecoded(itemAt(pair, 1)), formDecoded(itemAt(pair, 2))];
}

// RFC 6749 form-encodes both parts before joining them. Text that cannot be decoded was not encoded.
function formDecoded(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return isStorable(decoded) ? decoded : text;
  } catch {
    return text;
  }
}
