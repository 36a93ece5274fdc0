import { withTimeout } from '@app/kernel';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Time limit in milliseconds for reading a group of gauges. After this time, the samples of the group are omitted. */
const READ_MS = 2000;
/** How long values are reused, so that frequent scrapes do not put load on the database and the queue. */
const REUSE_MS = 5000;

export interface Sample {
  /** The name of one of the group's gauges. */
  name: string;
  labels?: Record<string, string>;
  value: number;
}

interface Description {
  name: string;
  help: string;
  labelNames?: readonly string[];
}

/** The metrics of one process, in the exposition format of Prometheus. */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  private readonly registry = new Registry();
  private readonly logger = new Logger(Metrics.name);

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  onApplicationShutdown(): void {
    this.registry.clear();
  }

  counter(description: Description): Counter {
    return new Counter({ ...withLabels(description), registers: [this.registry] });
  }

  histogram(description: Description & { buckets: number[] }): Histogram {
    return new Histogram({ ...withLabels(description), registers: [this.registry] });
  }

  /** Adds a gauge that is read at each scrape. Reading it must be cheap. */
  gauge(description: Description, read: () => number): void {
    const collect = function (this: Gauge): void {
      this.set(read());
    };
    this.registry.registerMetric(new Gauge({ ...withLabels(description), collect, registers: [] }));
  }

  /**
   * Adds a group of gauges that are read with one query. The query runs at most every 5 seconds. If it fails or takes
   * longer than 2 seconds, the gauges have no samples, and the first failure is logged.
   */
  gauges(descriptions: readonly Description[], read: () => Promise<Sample[]>): void {
    const names = descriptions.map(({ name }) => name);
    const samples = reused(this.watched(names, read));
    for (const description of descriptions) {
      const collect = async function (this: Gauge): Promise<void> {
        const current = await samples();
        this.reset();
        for (const { name, labels = {}, value } of current) {
          if (name === description.name) this.set(labels, value);
        }
        // `reset` sets a gauge without labels to 0 instead of removing its sample.
        const isMissing = !current.some(({ name }) => name === description.name);
        if (isMissing && !description.labelNames) this.remove();
      };
      this.registry.registerMetric(new Gauge({ ...withLabels(description), collect, registers: [] }));
    }
  }

  /**
   * Wraps `read`. If it fails, the result has no samples. Logs once when reading starts to fail, and once when it works
   * again.
   */
  private watched(gauges: string[], read: () => Promise<Sample[]>): () => Promise<Sample[]> {
    let isFailing = false;
    return async () => {
      try {
        const samples = await withTimeout(READ_MS, read, readTooSlow);
        if (isFailing) this.logger.log({ gauges }, 'Gauges can be read again');
        isFailing = false;
        return samples;
      } catch (error) {
        if (!isFailing) this.logger.warn({ err: error as Error, gauges }, 'Gauges cannot be read');
        isFailing = true;
        return [];
      }
    };
  }
}

function withLabels({ labelNames = [], ...description }: Description) {
  return { ...description, labelNames: [...labelNames] };
}

function reused(read: () => Promise<Sample[]>): () => Promise<Sample[]> {
  let readAtMs = -Infinity;
  let reading: Promise<Sample[]> = Promise.resolve([]);
  return () => {
    if (performance.now() - readAtMs >= REUSE_MS) {
      readAtMs = performance.now();
      reading = read();
    }
    return reading;
  };
}

const readTooSlow = () => new Error('Reading the gauges timed out.');
