import { inTransaction } from '@app/entities';
import { Actor, Clock, type Message, say } from '@app/kernel';
import type { AlertPortClear, AlertPortRaise, AlertPortRaised } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { oncePerStep } from '../../platform/step-results/once-per-step';
import { type AlertChange, clearedFields } from './alert-change';
import type { AlertOrigin } from './alert-origin';
import { AlertWriter } from './alert-writer';
import { lockAlert } from './alerts.queries';

const WORKFLOW = Actor.system('workflow');

/** Raises and clears alerts for nodes of workflows. */
@Injectable()
export class WorkflowAlertsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: AlertWriter,
    private readonly clock: Clock,
  ) {}

  /** Reports a problem once per run of a node: a repeat gets the first result. */
  async raise(request: AlertPortRaise): Promise<AlertPortRaised> {
    const { severity, title, message, pointCode, areaId, value, threshold, execution, stepKey } = request;
    const report = {
      severity,
      title,
      message,
      pointCode,
      areaId,
      value,
      threshold,
      note: noteOf(execution.id),
      executionId: execution.id,
    };
    const raise = { ...report, ...originOf(request), at: this.clock.now() };
    const step = { executionId: execution.id, stepKey };
    let changes: AlertChange[] = [];
    const { result, isRepeat } = await oncePerStep(this.dataSource, step, async (manager) => {
      changes = await this.writer.raise(manager, [raise], WORKFLOW);
      return raisedOf(changes);
    });
    if (!isRepeat) this.writer.publish(changes);
    return result;
  }

  /** @returns the id of the cleared alert; null if no such alert is active */
  async clear({ alertId, note, ...request }: AlertPortClear): Promise<number | null> {
    const at = this.clock.now();
    const { id: executionId } = request.execution;
    const text = note ?? noteOf(executionId);
    const [change] = await inTransaction(this.dataSource, async (manager) => {
      if (alertId === undefined) {
        return this.writer.clear(manager, [{ ...originOf(request), at, note: text, executionId }], WORKFLOW);
      }
      const alert = await lockAlert(manager, alertId);
      if (!alert || alert.state === 'cleared') return [];
      Object.assign(alert, clearedFields(alert, at, WORKFLOW));
      const cleared = { alert, kind: 'cleared', at, note: text, executionId } as const;
      return [await this.writer.record(manager, cleared, WORKFLOW)];
    });
    if (!change) return null;
    this.writer.publish([change]);
    return change.alert.id;
  }
}

function raisedOf([change]: readonly AlertChange[]): AlertPortRaised {
  if (!change) throw new Error('The alert was not raised.');
  const { id, occurrences } = change.alert;
  return { alertId: id, raised: change.kind === 'raised', occurrences };
}

function originOf({
  type = 'workflow',
  originator,
  pointCode,
  execution,
}: Pick<AlertPortRaise, 'type' | 'originator' | 'pointCode' | 'execution'>): AlertOrigin {
  return { source: 'workflow', type, originator: originator ?? pointCode ?? execution.workflowId };
}

function noteOf(id: string): Message {
  return say('execution_named', { id });
}
