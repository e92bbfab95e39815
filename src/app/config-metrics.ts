// The settings of metrics and traces: a part of config-table.ts.
import { address, checked, secret, setting, text, whole } from '../kernel/process/settings.ts';

export const metricsSettings = {
  metricsToken: secret(
    'TEFO_METRICS_TOKEN',
    checked('16 to 256 letters, digits and `-._~+/=`', (given) => {
      if (!/^[\w.~+/=-]{16,256}$/.test(given)) throw new Error('no token');
    }),
    'What /metrics asks for as a bearer token.',
  ),
  metricsPort: setting(
    'TEFO_METRICS_PORT',
    whole(0, 65535),
    '0',
    'A TCP port for /metrics alone, which is then not on the other one; 0 is none. In production there are no metrics without this or TEFO_METRICS_TOKEN.',
  ),
  metricsHost: setting('TEFO_METRICS_HOST', text, '127.0.0.1', 'The address that TEFO_METRICS_PORT is on.'),
  tracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    address,
    '',
    'A collector of OpenTelemetry, such as `http://127.0.0.1:4318`: traces are posted to `/v1/traces` there (OTLP over HTTP, as JSON). The other OTEL_ settings count too; see docs/operations/traces.md.',
  ),
};
