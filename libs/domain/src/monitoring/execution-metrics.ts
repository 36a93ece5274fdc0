import { Clock, createdAtMs, LIST_REACH } from '@app/kernel';
import { Metrics, type Sample } from '@app/metrics';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ExecutionDispatcher } from '../automation/executions/intake/execution-dispatcher';
import { countWaiting } from '../automation/executions/serial/serial.queries';
import { countUpTo } from './count-up-to';

const DURATIONS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300, 3600];
const TABLE = 'workflow_execution';
const UNFINISHED = 'plantroom_executions_unfinished';

/** Metrics of executions: how many this process has accepted and ended, and how many have not ended yet. */
@Injectable()
export class ExecutionMetrics implements OnModuleInit {
  constructor(
    private readonly dispatcher: ExecutionDispatcher,
    private readonly metrics: Metrics,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const accepted = this.metrics.counter({
      name: 'plantroom_executions_accepted_total',
      help: 'Executions that this process has accepted.',
    });
    const durations = this.metrics.histogram({
      name: 'plantroom_execution_duration_seconds',
      help: 'Time from the acceptance to the end of the executions that this process has ended, waits included.',
      labelNames: ['status'],
      buckets: DURATIONS,
    });
    this.dispatcher.onChange((id, status) => {
      if (status === 'running') accepted.inc();
      // The difference may be negative, because the clocks of two machines may differ.
      else durations.observe({ status }, Math.max(0, this.clock.nowMs() - createdAtMs(id)) / 1000);
    });
    this.metrics.gauges(
      [
        {
          name: UNFINISHED,
          help: `Executions that have not ended, by state: due, waiting for a later time, or queued until another execution ends. Each state is counted up to ${LIST_REACH}.`,
          labelNames: ['state'],
        },
      ],
      () => this.unfinished(),
    );
  }

  private async unfinished(): Promise<Sample[]> {
    const { manager } = this.dataSource;
    const now = this.clock.now();
    const due = await countUpTo(manager, { table: TABLE, condition: 'due_at <= ?' }, now);
    const waiting = await countUpTo(manager, { table: TABLE, condition: 'due_at > ?' }, now);
    return [
      { name: UNFINISHED, labels: { state: 'due' }, value: due },
      { name: UNFINISHED, labels: { state: 'waiting' }, value: waiting },
      { name: UNFINISHED, labels: { state: 'queued' }, value: await countWaiting(manager) },
    ];
  }
}
