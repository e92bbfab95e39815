// Writes docs/operations/metrics.md from the registry of the service.
import type { Sources } from '../src/app/metrics.ts';
import { serviceMetrics } from '../src/app/metrics.ts';

interface Described {
  name: string;
  help: string;
  type: string;
  labelNames: string[];
}

/** Returns every metric of the service. Nothing is read. */
export function describedMetrics(): Described[] {
  const metrics = serviceMetrics();
  metrics.measure({ addHook: () => {} } as never);
  metrics.read({} as Sources);
  return metrics.registry.getMetricsAsArray() as unknown as Described[];
}

/** Returns the page about the metrics. */
export function metricsMarkdown(): string {
  const all = describedMetrics();
  const row = ({ name, type, labelNames, help }: Described) =>
    `| \`${name}\` | ${type} | ${labelNames.map((label) => `\`${label}\``).join(', ')} | ${help} |`;
  const own = all.filter(({ name }) => name.startsWith('tefo_'));
  const others = all.filter(({ name }) => !name.startsWith('tefo_'));
  const byName = (one: Described, other: Described) => (one.name < other.name ? -1 : 1);
  const table = (rows: Described[]) =>
    ['| Metric | Type | Labels | Meaning |', '|---|---|---|---|', ...rows.sort(byName).map(row)].join('\n');
  return `${head}\n${table(own)}\n\n## Process metrics\n\nFrom Node, for each process.\n\n${table(others)}\n`;
}

const head = `# Metrics

<!-- Written by \`npm run docs\` from the service's registry; do not edit. -->

\`/metrics\` uses Prometheus' text format. In staging it is on the service's port. In production it requires
\`TEFO_METRICS_TOKEN\` (\`Authorization: Bearer\`), or a separate port, \`TEFO_METRICS_PORT\`, which should not be public.

\`\`\`sh
curl -fsS \${TEFO_METRICS_TOKEN:+-H "Authorization: Bearer $TEFO_METRICS_TOKEN"} "$TEFO_URL/metrics" |
  grep '^# HELP tefo_'
\`\`\`

Counters and histograms are per process: sum them over processes (\`sum by (surface) (rate(tefo_http_request_seconds_count[5m]))\`).
Gauges about the database, such as \`tefo_deliveries_due\`, are the same in every process: use the \`max\`. A value that cannot be
read within two seconds, because the database is unavailable or a table is locked, is \`NaN\`. Labels contain no data of merchants or
customers. \`deploy/prometheus\` has the scrape configuration and alerts, \`deploy/grafana\` the dashboard. See also [alerts](alerts.md).
`;
