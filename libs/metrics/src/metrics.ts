import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** How long a group of gauges may take to be read; then its samples are missing. */
const READ_MS = 2000;
/** How long what was read is reused, so that frequent scrapes cost the database and the queue nothing. */
const REUSE_MS = 5000;

export interface Sample {
  /** One of the group's gauges. */
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

  /** A gauge that is read, at no cost, whenever it is scraped. */
  gauge(description: Description, read: () => number): void {
    const collect = function (this: Gauge): void {
      this.set(read());
    };
    this.registry.registerMetric(new Gauge({ ...withLabels(description), collect, registers: [] }));
  }

  /**
   * Gauges that one question answers. It is asked at most every 5 seconds; if it fails or takes longer than 2 seconds,
   * the gauges have no samples.
   */
  gauges(descriptions: readonly Description[], read: () => Promise<Sample[]>): void {
    const samples = reused(read);
    for (const description of descriptions) {
      const collect = async function (this: Gauge): Promise<void> {
        const current = await samples();
        this.reset();
        for (const { name, labels = {}, value } of current) {
          if (name === description.name) this.set(labels, value);
        }
        // `reset` gives a gauge without labels the value 0.
        const isMissing = !current.some(({ name }) => name === description.name);
        if (isMissing && !description.labelNames) this.remove();
      };
      this.registry.registerMetric(new Gauge({ ...withLabels(description), collect, registers: [] }));
    }
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
      reading = withinLimit(read()).catch(() => []);
    }
    return reading;
  };
}

function withinLimit<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The gauges took too long to be read.')), READ_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
