// What watches the service is there and right: every metric that the alerts and the dashboard name, every alert’s page,
// and the rules by promtool where it is installed.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { describedMetrics } from '../scripts/metrics.ts';

const run = promisify(execFile);
const promtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
);
const skip = promtool ? false : 'promtool is not installed: apt install prometheus';

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
}

const alertsFile = 'deploy/prometheus/alerts.yml';
const rules = async (): Promise<Rule[]> =>
  parse(await readFile(alertsFile, 'utf8')).groups.flatMap(({ rules: of }: { rules: Rule[] }) => of);

/** The expressions of the dashboard's panels. */
async function drawn(): Promise<string[]> {
  const { panels } = JSON.parse(await readFile('deploy/grafana/tefo.json', 'utf8'));
  return panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  );
}

/** The labels of every metric, by each name that it has in a scrape. */
function labelsByName(): Map<string, string[]> {
  return new Map(
    describedMetrics().flatMap(({ name, type, labelNames }) => {
      const ends = type === 'histogram' ? ['_bucket', '_count', '_sum'] : [''];
      return ends.map((end): [string, string[]] => [name + end, labelNames]);
    }),
  );
}

/** The metrics of an expression that there are not, and the labels that they have not. */
function unknownIn(expr: string, labels: ReadonlyMap<string, string[]>): string[] {
  return [...expr.matchAll(/\b((?:tefo|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].flatMap(
    ([, name = '', given = '']) => {
      const known = labels.get(name);
      if (!known) return [name];
      const named = [...given.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label!);
      return named
        .filter((label) => !['job', 'instance', ...known].includes(label))
        .map((label) => `${name}{${label}}`);
    },
  );
}

describe('monitoring', () => {
  test('names only metrics, labels and parts of histograms that there are', async () => {
    const labels = labelsByName();
    const expressions = [...(await rules()).map(({ expr }) => expr), ...(await drawn())];
    assert.ok(expressions.length > 40);
    assert.deepEqual(
      expressions.flatMap((expr) => unknownIn(expr, labels)),
      [],
    );
  });

  test('has a heading of docs/operations/alerts.md for each alert, and incidents.md names it', async () => {
    const page = await readFile('docs/operations/alerts.md', 'utf8');
    const incidents = await readFile('docs/operations/incidents.md', 'utf8');
    const headings = [...page.matchAll(/^### (Tefo\w+)$/gm)].map(([, name]) => name!);
    const all = await rules();
    assert.deepEqual(headings.sort(), all.map(({ alert }) => alert).sort());
    for (const { alert, annotations } of all) {
      assert.ok(incidents.includes(`\`${alert}\``), `incidents.md does not name ${alert}`);
      assert.equal(annotations.runbook, `/docs/operations/alerts#${alert.toLowerCase()}`);
    }
  });
});

/** Firing alerts, each with the samples before it, minute by minute. */
const firing = [
  {
    alert: 'TefoNotificationsLate',
    at: '8m',
    series: { 'tefo_deliveries_oldest_due_seconds{}': '200+60x10' },
  },
  {
    alert: 'TefoDatabaseAway',
    at: '5m',
    series: { 'tefo_deliveries_due{instance="one"}': 'NaN NaN NaN NaN NaN NaN' },
  },
  { alert: 'TefoCheckFindings', at: '2m', series: { 'tefo_check_findings{}': '0 0 2' } },
  {
    alert: 'TefoBankDown',
    at: '14m',
    series: {
      'tefo_bank_request_seconds_count{bank="FNB",outcome="answered"}': '0+60x15',
      'tefo_bank_request_seconds_count{bank="FNB",outcome="timeout"}': '0+30x15',
      'tefo_bank_request_seconds_count{bank="Absa",outcome="answered"}': '0+60x15',
      'tefo_bank_request_seconds_count{bank="Absa",outcome="conflict"}': '0+60x15',
    },
  },
];

describe('promtool', { skip }, () => {
  test('accepts the configuration and the rules', async () => {
    await run('promtool', ['check', 'config', 'deploy/prometheus/prometheus.yml']);
    await run('promtool', ['check', 'rules', alertsFile]);
  });

  test('has alerts fire when they should, once for each bank that is down', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tefo-alerts-'));
    const all = await rules();
    const tests = firing.map(({ alert, at, series }) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
          eval_time: at,
          exp_samples: [{ labels: '{}', value: 1 }],
        },
      ],
    }));
    assert.ok(firing.every(({ alert }) => all.some((rule) => rule.alert === alert)));
    const file = join(folder, 'alerts.json');
    await writeFile(
      file,
      JSON.stringify({ rule_files: [resolve(alertsFile)], evaluation_interval: '1m', tests }),
    );
    try {
      await run('promtool', ['test', 'rules', file]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
