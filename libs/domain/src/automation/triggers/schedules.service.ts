import { inTransaction } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ExecutionIntakeService } from '../executions/intake/execution-intake.service';
import type { AcceptedExecution, ExecutionRequest } from '../executions/intake/execution-request';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
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

/** The trigger data of a scheduled execution. Times are ISO 8601 UTC. */
export interface ScheduledRun {
  /** The planned time. */
  scheduledAt: string;
  /** The time at which a worker fired the slot. */
  firedAt: string;
}

/**
 * Fires schedules. The schedule rows are the source of truth: the transaction that accepts an execution also moves the
 * row to the next slot, so all workers together fire each slot once. A slot also fires if an earlier execution is still
 * running.
 */
@Injectable()
export class SchedulesService {
  private readonly logger = new Logger(SchedulesService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly intake: ExecutionIntakeService,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /** Time until the next slot in milliseconds; 0 if one is due, null if there is none. */
  async untilNextMs(): Promise<number | null> {
    const next = await readNextSlot(this.dataSource.manager);
    return next && Math.max(0, next.getTime() - this.clock.nowMs());
  }

  /**
   * Fires the slots that are due and not too late.
   * @returns the number of fired slots
   */
  async fireDue(): Promise<number> {
    const zone = await this.configuration.timezone();
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
      // If the slot of one schedule cannot be computed (for example because its time zone was abolished), the others
      // must still fire.
      this.logger.error(
        { err: error, workflowId, ...slots },
        'The next slot of a schedule could not be computed',
      );
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
