// The settings of metrics and traces: a part of config-table.ts.
import { address, checked, secret, setting, text, whole } from '../kernel/process/settings.ts';

export const metricsSettings = {
  metricsToken: secret(
    'TEFO_METRICS_TOKEN',
    checked('16 to 256 letters, digits and `-._~+/=`', (given) => {
      if (!/^[\w.~+/=-]{16,256}$/.test(given)) throw new Error('no token');
    }),
    'The bearer token that /metrics requires.',
  ),
  metricsPort: setting(
    'TEFO_METRICS_PORT',
    whole(0, 65535),
    '0',
    'A separate TCP port for /metrics, which is then not on the main port; 0: no separate port. In production, metrics require this or TEFO_METRICS_TOKEN.',
  ),
  metricsHost: setting(
    'TEFO_METRICS_HOST',
    text,
    '127.0.0.1',
    'The address on which TEFO_METRICS_PORT listens.',
  ),
  tracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    address,
    '',
    'An OpenTelemetry collector, such as `http://127.0.0.1:4318`. Traces are posted to `/v1/traces` there (OTLP over HTTP, as JSON). The other OTEL_ settings apply too; see docs/operations/traces.md.',
  ),
};
