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
  return `${head}\n${table(own)}\n\n## Of the process\n\nFrom Node, for each process.\n\n${table(others)}\n`;
}

const head = `# Metrics

<!-- Written by \`npm run docs\` from the service's registry; do not edit. -->

\`/metrics\` uses Prometheus' text format. In staging it is on the service's port. In production it requires
\`TEFO_METRICS_TOKEN\` (\`Authorization: Bearer\`), or a separate port, \`TEFO_METRICS_PORT\`, which should not be public.

\`\`\`sh
curl -fsS \${TEFO_METRICS_TOKEN:+-H "Authorization: Bearer $TEFO_METRICS_TOKEN"} "$TEFO_URL/metrics" |
  grep '^# HELP tefo_'
\`\`\`

Counters and histograms are of one process: add them over processes (\`sum by (surface) (rate(tefo_http_request_seconds_count[5m]))\`).
Gauges about the database, such as \`tefo_deliveries_due\`, are the same from every process: take the \`max\`. A figure that cannot be
read within two seconds, because the database is away or a table is locked, is \`NaN\`. No label holds a merchant or anything of a
customer. \`deploy/prometheus\` scrapes and watches them, \`deploy/grafana\` draws
them, and [alerts](alerts.md) says what to do.
`;
