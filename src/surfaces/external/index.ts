// The Merchant External API as a plugin. The composition root mounts it under its prefix, and paths arrive in lower case.
import type { FastifyPluginAsync } from 'fastify';
import Type from 'typebox';
import { acceptText, jsonTypes } from '../../kernel/http/bodies.ts';
import { authenticate } from '../dialect/auth.ts';
import { bankTransferOperations } from '../dialect/bank-transfer.ts';
import type { DialectDeps } from '../dialect/deps.ts';
import { answerError, Refusal, sendText } from '../dialect/errors.ts';
import { readerOf } from '../dialect/query.ts';
import { elsewhere, mountOperations } from '../engine.ts';
import { type Operation, operation } from '../operation.ts';
import { assertVersion, version } from './auth.ts';
import { bulkOperations } from './bulk.ts';
import { floatOperations } from './float.ts';
import { merchantOperations } from './reads.ts';

const plainOperations = [
  operation({
    method: 'GET',
    path: '/get',
    name: 'get',
    summary: 'Service status',
    access: 'none',
    responses: {
      200: Type.Object({ status: Type.Enum(['ok']), version: Type.Enum([version]) }, { title: 'Presence' }),
    },
    handle: async () => ({ status: 'ok', version }),
  }),
  operation({
    method: 'GET',
    path: '/status500',
    name: 'getStatus500',
    summary: 'Return a 500, for testing clients',
    access: 'none',
    responses: {},
    // The only operation of the service that fails on purpose.
    handle: async () => {
      throw new Refusal(500, 'This error was requested');
    },
  }),
];

export const externalOperations: readonly Operation<DialectDeps>[] = [
  ...bankTransferOperations,
  ...bulkOperations,
  ...floatOperations,
  ...merchantOperations,
  ...plainOperations,
];

/** The Merchant External API, to be registered under its prefix. */
export function externalSurface(deps: DialectDeps): FastifyPluginAsync {
  return mountOperations(
    {
      deps,
      // Each may carry the version as a parameter.
      prepare: (server) => acceptText(server, jsonTypes),
      authenticate: async (request, { access }) => {
        assertVersion(request);
        if (access !== 'none') await authenticate(deps, request);
      },
      reader: readerOf,
      send: ({ reply }, value) =>
        reply
          .type('application/json; charset=utf-8')
          .send(value instanceof Uint8Array ? value : JSON.stringify(value)),
      answerError,
      answerElsewhere: (_request, reply, allowed) => sendText(reply, ...elsewhere(reply, allowed)),
    },
    externalOperations,
  );
}
