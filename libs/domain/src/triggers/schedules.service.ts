import { inTransaction } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ExecutionIntake } from '../executions/execution-intake.service';
import type { AcceptedExecution, ExecutionRequest } from '../executions/execution-request';
import { PlatformService } from '../platform/platform.service';
import { type DueSlot, dueSlot } from './schedule-slots';
import {
  type DueSchedule,
  lockDueSchedules,
  readNextSlot,
  readRevisions,
  setNextSlots,
} from './schedules.queries';

const BATCH = 100;
const FAULTY_RETRY_MS = 3_600_000;

/** What an execution that a schedule set going is told; ISO 8601 UTC. */
export interface ScheduledRun {
  /** The slot. */
  scheduledAt: string;
  /** When a worker came to it. */
  firedAt: string;
}

/**
 * Fires schedules. The rows are the truth: whoever fires a slot moves its row on to the next in the transaction that
 * accepts the execution, so that over all workers each slot is fired once. That an earlier execution is still under
 * way does not matter.
 */
@Injectable()
export class SchedulesService {
  private readonly logger = new Logger(SchedulesService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly intake: ExecutionIntake,
    private readonly platform: PlatformService,
    private readonly clock: Clock,
  ) {}

  /** How long until the next slot comes; 0 where one has come, null where none will. */
  async untilNextMs(): Promise<number | null> {
    const next = await readNextSlot(this.dataSource.manager);
    return next && Math.max(0, next.getTime() - this.clock.nowMs());
  }

  /**
   * Fires the slots that have come and are not too late.
   * @returns how many were fired
   */
  async fireDue(): Promise<number> {
    const zone = await this.platform.timezone();
    for (let fired = 0; ;) {
      const { seen, accepted } = await inTransaction(this.dataSource, (manager) => this.fire(manager, zone));
      this.intake.announce(accepted);
      fired += accepted.length;
      if (seen === 0) return fired;
    }
  }

  private async fire(
    manager: EntityManager,
    platformZone: string,
  ): Promise<{ seen: number; accepted: AcceptedExecution[] }> {
    const now = this.clock.now();
    const due = await lockDueSchedules(manager, now, BATCH);
    if (due.length === 0) return { seen: 0, accepted: [] };
    const revisions = await readRevisions(
      manager,
      due.map(({ workflowId }) => workflowId),
    );
    const moved = due.map((schedule) => this.moveOn(schedule, platformZone, now));
    await setNextSlots(manager, moved);
    const requests = moved.flatMap(({ fires, ...schedule }) => {
      const revision = revisions.get(schedule.workflowId);
      return fires && revision !== undefined ? [requestOf(schedule, revision, now)] : [];
    });
    return { seen: due.length, accepted: await this.intake.acceptMany(requests, manager) };
  }

  private moveOn(schedule: DueSchedule, platformZone: string, now: Date): DueSchedule & DueSlot {
    const { workflowId, cron, timezone, nextFireAt } = schedule;
    const slots = { cron, zone: timezone ?? platformZone };
    try {
      const slot = dueSlot(slots, nextFireAt.getTime(), now.getTime());
      if (!slot.fires) this.tellMissed(schedule, slot.nextMs);
      return { ...schedule, ...slot };
    } catch (error) {
      // One that cannot be computed, since its zone was abolished for instance, must not hold the others up.
      this.logger.error({ err: error, workflowId, ...slots }, 'A schedule cannot be computed');
      return { ...schedule, fires: false, nextMs: now.getTime() + FAULTY_RETRY_MS };
    }
  }

  private tellMissed({ workflowId, cron, nextFireAt }: DueSchedule, nextMs: number | null): void {
    const until = nextMs === null ? 'on' : `until ${new Date(nextMs).toISOString()}`;
    const message = `A schedule was missed: its slots from ${nextFireAt.toISOString()} ${until} are passed over`;
    this.logger.warn({ workflowId, cron }, message);
  }
}

function requestOf({ workflowId, nextFireAt }: DueSchedule, revision: number, now: Date): ExecutionRequest {
  const triggerData: ScheduledRun = { scheduledAt: nextFireAt.toISOString(), firedAt: now.toISOString() };
  return { workflowId, revision, trigger: 'schedule', triggerData };
}
