import { inTransaction } from '@app/entities';
import { Clock, runBeyondRequest } from '@app/kernel';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ExecutionDispatcher } from '../intake/execution-dispatcher';
import { lockRunning } from '../record/execution-state.queries';
import { isAwaited } from './calls.queries';
import { wakeExecutions } from '../waits/waits.queries';

/**
 * When a called execution ends, wakes the calling execution if it waits for that end. If the wake is lost, the caller
 * notices the end at its next check.
 */
@Injectable()
export class CallerWaker implements OnModuleInit {
  private readonly logger = new Logger(CallerWaker.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly dispatcher: ExecutionDispatcher,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.dispatcher.onChange((executionId, status, parentId) => {
      if (status === 'running' || !parentId) return;
      // The wake must complete even if the client that ended the execution disconnects.
      runBeyondRequest(() => this.wake(parentId, executionId)).catch((error: unknown) => {
        this.logger.warn(
          { err: error, executionId: parentId },
          'An execution that waits for a called workflow could not be woken',
        );
      });
    });
  }

  private async wake(callerId: string, calledId: string): Promise<void> {
    if (!(await isAwaited(this.dataSource.manager, calledId))) return;
    const woken = await inTransaction(this.dataSource, async (manager) => {
      const running = await lockRunning(manager, [callerId]);
      return running.size === 0 ? [] : wakeExecutions(manager, [callerId], this.clock.nowMs());
    });
    this.dispatcher.woken(woken);
  }
}
