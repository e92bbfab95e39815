// Logs: one JSON line per fact, with the correlation id of the request it belongs to and never a secret.
import pino from 'pino';

export type Logger = pino.Logger;

// Whatever is logged by accident under one of these names is cut out before it is written.
const secretNames = [
  'authorization',
  'apiKey',
  'apikey',
  'privateKey',
  'clientSecret',
  'client_secret',
  'password',
  'secret',
  'token',
  'access_token',
  'accountNumber',
  'hashCheck',
];

/** A logger that writes JSON lines to standard output (or to `destination`) from `level` up. */
export function createLog(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`]),
      censor: '[redacted]',
    },
    serializers: { error: pino.stdSerializers.err },
  };
  return destination ? pino(options, destination) : pino(options);
}
