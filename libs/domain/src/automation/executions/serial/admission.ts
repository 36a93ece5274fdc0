import type { WorkflowMode } from '@app/entities';

/** Maximum number of waiting executions of one workflow. */
export const MOST_WAITING = 100;

/** An execution that has not ended. */
export interface UnfinishedExecution {
  id: string;
  workflowId: string;
  revision: number;
  /** Null if it was accepted while the mode was `parallel`. */
  serialNumber: number | null;
  requestId: string | null;
  /** The execution whose `run_workflow` node has started this execution. */
  parentId: string | null;
  /** False while the execution waits until another one has ended. */
  hasStarted: boolean;
}

/**
 * `start`: the execution runs at once. `wait`: it runs after all earlier executions have ended. All other verdicts
 * refuse it.
 */
export type Verdict =
  | { kind: 'start'; serialNumber?: number }
  | { kind: 'wait'; serialNumber: number }
  | { kind: 'workflow_busy' }
  | { kind: 'workflow_queue_full' };

/**
 * Decides whether new executions of a workflow start, wait or are refused, according to the mode of the workflow. Call
 * `decide` in the order of acceptance.
 */
export class Admission {
  /** Maps the id of each replaced execution to the id of the newer execution that replaces it. */
  readonly replaced = new Map<string, string>();
  private unfinished: string[];
  private waiting: number;
  private lastNumber: number;

  /** @param unfinished the executions of the workflow that have not ended */
  constructor(
    private readonly mode: WorkflowMode,
    unfinished: readonly Pick<UnfinishedExecution, 'id' | 'serialNumber' | 'hasStarted'>[],
  ) {
    this.unfinished = unfinished.map(({ id }) => id);
    this.waiting = unfinished.filter(({ hasStarted }) => !hasStarted).length;
    this.lastNumber = unfinished.reduce((most, { serialNumber }) => Math.max(most, serialNumber ?? 0), 0);
  }

  decide(id: string): Verdict {
    // The mode has become `parallel` since the workflow was read.
    if (this.mode === 'parallel') return { kind: 'start' };
    if (this.mode === 'restart') this.replaceAll(id);
    if (this.unfinished.length === 0) return { kind: 'start', serialNumber: this.add(id) };
    if (this.mode === 'single') return { kind: 'workflow_busy' };
    if (this.waiting >= MOST_WAITING) return { kind: 'workflow_queue_full' };
    this.waiting++;
    return { kind: 'wait', serialNumber: this.add(id) };
  }

  private replaceAll(by: string): void {
    for (const id of this.unfinished) this.replaced.set(id, by);
    this.unfinished = [];
    this.waiting = 0;
  }

  private add(id: string): number {
    this.unfinished.push(id);
    return ++this.lastNumber;
  }
}
