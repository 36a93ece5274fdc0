import { say } from '@app/kernel';
import { Admission, type UnfinishedExecution, type Verdict } from '../serial/admission';
import type { LockedWorkflow } from '../serial/serial.queries';
import type { Insertion, NewExecution } from './new-execution';

/** `changed`: the workflow was changed, disabled or deleted since it was read. */
export type Outcome = 'accepted' | 'changed' | 'not_found' | 'workflow_busy' | 'workflow_queue_full';

/** Decides within one transaction which new executions of several workflows are accepted. */
export class AdmissionRound {
  private readonly admissions = new Map<string, Admission>();
  private readonly admitted: NewExecution[] = [];

  constructor(
    private readonly workflows: ReadonlyMap<string, LockedWorkflow>,
    unfinished: readonly UnfinishedExecution[],
  ) {
    for (const { id, mode } of workflows.values()) {
      const own = unfinished.filter(({ workflowId }) => workflowId === id);
      this.admissions.set(id, new Admission(mode, own));
    }
  }

  decide({ execution, stamp }: Insertion): Outcome {
    const workflow = this.workflows.get(execution.workflowId);
    if (stamp && !(workflow?.enabled && workflow.changedAtMs === stamp.changedAtMs)) return 'changed';
    const verdict = this.admissions.get(execution.workflowId)?.decide(execution.id);
    if (verdict === undefined) return 'not_found';
    if (verdict.kind !== 'start' && verdict.kind !== 'wait') return verdict.kind;
    this.admitted.push(admittedAs(execution, verdict));
    return 'accepted';
  }

  /**
   * Returns the executions to insert. If a later execution of this transaction replaces an earlier one, the earlier one
   * is inserted as failed.
   */
  insertions(): NewExecution[] {
    return this.admitted.map((execution) => {
      const by = this.replacementOf(execution);
      return by === undefined ? execution : { ...execution, refusal: say('restarted', { id: by }) };
    });
  }

  /** Returns the id of the newer execution that replaces this one. */
  replacementOf({ id, workflowId }: { id: string; workflowId: string }): string | undefined {
    return this.admissions.get(workflowId)?.replaced.get(id);
  }
}

function admittedAs(
  execution: NewExecution,
  { kind, serialNumber }: Extract<Verdict, { kind: 'start' | 'wait' }>,
): NewExecution {
  return { ...execution, serialNumber, waits: kind === 'wait' };
}
