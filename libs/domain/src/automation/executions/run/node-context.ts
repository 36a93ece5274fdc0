import { createHash } from 'node:crypto';
import type {
  ExecutionRef,
  JsonObject,
  NodePorts,
  NodeRun,
  NodeType,
  ReadyRun,
  Token,
} from '@app/workflow-engine';
import type { StepContext } from './step-context';

const MAX_LINES = 100;
const MAX_LINE_CHARACTERS = 1000;

/** The input of one node run. Values that few nodes use are computed on first use. */
export class NodeContext implements NodeRun<JsonObject, keyof NodePorts> {
  config: JsonObject = {};
  readonly lines: string[] = [];

  constructor(
    private readonly step: StepContext,
    private readonly type: NodeType,
    private readonly run: ReadyRun,
  ) {}

  get execution(): ExecutionRef {
    return this.step.execution;
  }

  get nodeId(): string {
    return this.run.token.nodeId;
  }

  get attempt(): number {
    return this.run.attempt;
  }

  get triggerData(): unknown {
    return this.step.triggerData;
  }

  get nowMs(): number {
    return this.run.atMs;
  }

  get signal(): AbortSignal {
    return this.step.signal();
  }

  /** Contains only the ports that the node type declares. */
  get ports(): NodePorts {
    const own = this.type.needs.map((need) => [need, this.step.ports[need]] as const);
    return Object.fromEntries(own) as unknown as NodePorts;
  }

  get idempotencyKey(): string {
    return stepKeyOf(this.step.execution.id, this.run.token);
  }

  log(line: string): void {
    if (this.lines.length < MAX_LINES) this.lines.push(this.step.hide(line).slice(0, MAX_LINE_CHARACTERS));
    else if (this.lines.length === MAX_LINES) this.lines.push('Further lines are left out.');
  }
}

/**
 * The idempotency key of a run. It contains a hash of the run, so that it is short and has only characters that are
 * valid in an HTTP header.
 */
export function stepKeyOf(executionId: string, { frame, nodeId, visit }: Token): string {
  const step = createHash('sha256')
    .update(JSON.stringify([frame, nodeId, visit]))
    .digest('hex');
  return `${executionId}-${step.slice(0, 16)}`;
}
