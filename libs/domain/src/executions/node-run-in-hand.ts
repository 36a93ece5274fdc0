import { createHash } from 'node:crypto';
import type { JsonObject, NodePorts, NodeRun, NodeType, ReadyRun } from '@app/workflow-engine';
import type { StepSurroundings } from './step-surroundings';

const MOST_LINES = 100;
const LONGEST_LINE = 1000;

/** What a node is given. What few nodes ask for is made only when it is asked for. */
export class NodeRunInHand implements NodeRun<JsonObject, keyof NodePorts> {
  config: JsonObject = {};
  readonly lines: string[] = [];

  constructor(
    private readonly around: StepSurroundings,
    private readonly type: NodeType,
    private readonly run: ReadyRun,
  ) {}

  get triggerData(): unknown {
    return this.around.triggerData;
  }

  get nowMs(): number {
    return this.run.atMs;
  }

  get signal(): AbortSignal {
    return this.around.signal();
  }

  /** Those alone that the type names. */
  get ports(): NodePorts {
    const own = this.type.needs.map((need) => [need, this.around.ports[need]] as const);
    return Object.fromEntries(own) as unknown as NodePorts;
  }

  /** Fit for a header: ids of nodes may have any characters. */
  get idempotencyKey(): string {
    const { frame, nodeId, visit } = this.run.token;
    const step = createHash('sha256')
      .update(JSON.stringify([frame, nodeId, visit]))
      .digest('hex');
    return `${this.around.executionId}-${step.slice(0, 16)}`;
  }

  log(line: string): void {
    if (this.lines.length < MOST_LINES) this.lines.push(this.around.hide(line).slice(0, LONGEST_LINE));
    else if (this.lines.length === MOST_LINES) this.lines.push('Further lines are left out.');
  }
}
