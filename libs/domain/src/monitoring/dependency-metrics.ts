import { Metrics, type Sample } from '@app/metrics';
import { QueueCounts } from '@app/queue';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ReadinessService } from '../platform/health/readiness.service';

const UP = 'plantroom_dependency_up';
const LATENCY = 'plantroom_dependency_latency_seconds';
const JOBS = 'plantroom_queue_jobs';

/** Metrics of the dependencies of this process: database and queue. */
@Injectable()
export class DependencyMetrics implements OnModuleInit {
  constructor(
    private readonly readiness: ReadinessService,
    private readonly counts: QueueCounts,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.gauges(
      [
        {
          name: UP,
          help: '1 if the dependency answers this process, otherwise 0.',
          labelNames: ['dependency'],
        },
        {
          name: LATENCY,
          help: 'Time that the last answer of the dependency took.',
          labelNames: ['dependency'],
        },
      ],
      () => this.reachability(),
    );
    this.metrics.gauges(
      [{ name: JOBS, help: 'Jobs in each queue, by state.', labelNames: ['queue', 'state'] }],
      async () => {
        const counts = await this.counts.count();
        return counts.map(({ queue, state, jobs }) => ({
          name: JOBS,
          labels: { queue, state },
          value: jobs,
        }));
      },
    );
  }

  private async reachability(): Promise<Sample[]> {
    const { database, queue } = await this.readiness.readiness();
    return Object.entries({ database, queue }).flatMap(([dependency, { reachable, latencyMs }]) => {
      const labels = { dependency };
      const up = { name: UP, labels, value: Number(reachable) };
      return latencyMs === null ? [up] : [up, { name: LATENCY, labels, value: latencyMs / 1000 }];
    });
  }
}
