// The service's metrics for Prometheus.
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** A gauge that is read at each scrape; `gauges` returns several labelled values as [label, value] pairs. */
  gauge(name: string, help: string, read: () => Promise<number> | number): void;
  gauges(name: string, help: string, label: string, read: () => Iterable<[string, number]>): void;
  /** A counter per label value; the returned function adds one. */
  counters(name: string, help: string, label: string): (value: string) => void;
  /** A counter that is kept elsewhere. */
  counter(name: string, help: string, read: () => number): void;
}

/** Creates a registry with the process's own metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read());
        },
      });
    },
    counter: (name, help, read) => {
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    gauges: (name, help, label, read) => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          for (const [key, value] of read()) this.set({ [label]: key }, value);
        },
      });
    },
    counters: (name, help, label) => {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
      return (value) => counter.inc({ [label]: value });
    },
  };
}

/** Measures every request by route, method and status. */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  const durations = new Histogram({
    name: 'tefo_http_request_seconds',
    help: 'How long requests took, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [metrics.registry],
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    durations.labels(route, request.method, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
    done();
  });
}
