import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CalendarReader } from '../../operations/calendars/calendar-reader';
import { isOpen } from '../../operations/calendars/calendar-hours';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import {
  type FiredSlot,
  type FiredWork,
  type OwnedSchedule,
  type Schedule,
  ScheduleSource,
} from '../../platform/schedules/schedule-source';
import { ExecutionIntakeService } from '../executions/intake/execution-intake.service';
import type { ExecutionRequest } from '../executions/intake/execution-request';
import type { TriggerConfigs } from '../workflows/trigger-schemas';
import { scheduleOf, SCHEDULED_TRIGGERS } from '../workflows/workflow-schedule';
import { WorkflowsService } from '../workflows/workflows.service';
import { lockScheduled, readScheduled, type ScheduledWorkflow } from './workflow-schedules.queries';

/** The trigger data of a scheduled execution. Times are ISO 8601 UTC. */
export interface ScheduledRun {
  /** The planned time. */
  scheduledAt: string;
  /** The time at which a worker fired the slot. */
  firedAt: string;
}

/** Returns true if the workflow may start at the given time. */
type Gate = (workflow: ScheduledWorkflow, atMs: number) => boolean;

/**
 * Provides the schedules of workflows: cron expressions, and times of sunrise and sunset. Starts an execution of the
 * workflow at each slot.
 */
@Injectable()
export class WorkflowSchedules extends ScheduleSource {
  readonly kind = 'workflow';

  constructor(
    private readonly workflows: WorkflowsService,
    private readonly intake: ExecutionIntakeService,
    private readonly configuration: ConfigurationService,
    private readonly calendars: CalendarReader,
  ) {
    super();
  }

  async wanted(): Promise<OwnedSchedule[]> {
    const { site } = await this.configuration.current();
    const found = await Promise.all(
      SCHEDULED_TRIGGERS.map(async (triggerType) =>
        (await this.workflows.listening(triggerType)).flatMap(({ id, triggerConfig }) => {
          const schedule = scheduleOf({ enabled: true, triggerType, triggerConfig }, site);
          return schedule ? [{ ownerId: id, ...schedule }] : [];
        }),
      ),
    );
    return found.flat();
  }

  async lock(manager: EntityManager, ownerId: string): Promise<Schedule | null> {
    const workflow = await lockScheduled(manager, ownerId);
    return workflow && scheduleOf(workflow, (await this.configuration.current()).site);
  }

  async fire(manager: EntityManager, slots: readonly FiredSlot[]): Promise<FiredWork> {
    const found = await readScheduled(
      manager,
      slots.map(({ ownerId }) => ownerId),
    );
    const workflows = new Map(found.map((workflow) => [workflow.id, workflow]));
    const starts = await this.gateOf(found);
    const requests = slots.flatMap((slot) => {
      const workflow = workflows.get(slot.ownerId);
      return workflow && starts(workflow, slot.scheduledAt.getTime()) ? [requestOf(slot, workflow)] : [];
    });
    const accepted = await this.intake.acceptMany(requests, manager);
    const count = accepted.filter(({ hasEnded }) => !hasEnded).length;
    return { count, announce: () => this.intake.announce(accepted) };
  }

  /** Returns a gate that checks the calendars of the workflows. A deleted calendar counts as open. */
  private async gateOf(workflows: readonly ScheduledWorkflow[]): Promise<Gate> {
    const ids = workflows.flatMap((workflow) => hoursOf(workflow)?.calendarId ?? []);
    if (ids.length === 0) return () => true;
    const zone = await this.configuration.timezone();
    const found = await this.calendars.findAll([...new Set(ids)]);
    const calendars = new Map(found.map((calendar) => [calendar.id, calendar]));
    return (workflow, atMs) => {
      const { calendarId, onlyWhen = 'open' } = hoursOf(workflow) ?? {};
      if (calendarId === undefined) return true;
      const calendar = calendars.get(calendarId);
      return (calendar ? isOpen(calendar, atMs, zone) : true) === (onlyWhen === 'open');
    };
  }
}

function hoursOf({ triggerType, triggerConfig }: ScheduledWorkflow): TriggerConfigs['schedule'] | null {
  return triggerType === 'schedule' ? (triggerConfig as TriggerConfigs['schedule']) : null;
}

function requestOf(
  { ownerId, scheduledAt, firedAt }: FiredSlot,
  { revision, mode, triggerType, triggerConfig }: ScheduledWorkflow,
): ExecutionRequest {
  const run: ScheduledRun = { scheduledAt: scheduledAt.toISOString(), firedAt: firedAt.toISOString() };
  const sun = triggerType === 'sun' ? (triggerConfig as TriggerConfigs['sun']) : null;
  const triggerData = sun ? { event: sun.event, ...run } : run;
  return { workflowId: ownerId, revision, mode, trigger: triggerType, triggerData };
}
