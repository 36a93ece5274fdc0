import { WorkflowEntity, WorkflowExecutionEntity, type WorkflowMode } from '@app/entities';
import { aWorkflow } from './a-workflow';
import { chain } from './chain';
import type { DeliveryAnswer, ExecutionPlant } from './execution-plant';

type Row = Pick<
  WorkflowExecutionEntity,
  'id' | 'status' | 'error' | 'trigger' | 'startedAt' | 'serialNumber'
> & {
  n: number;
};

/**
 * Triggers one workflow many times. Each trigger has a number `n`. The nodes `a` and `b` of its execution call the
 * external system with this number, at paths that begin with the mode of the workflow.
 */
export class TriggerCrowd {
  readonly answers: DeliveryAnswer[] = [];
  /** The number of triggers for which no caller waits. */
  quiet = 0;
  private sent = 0;

  private constructor(
    private readonly plant: ExecutionPlant,
    private readonly workflow: WorkflowEntity,
  ) {}

  static async of(plant: ExecutionPlant, mode: WorkflowMode): Promise<TriggerCrowd> {
    const call = (node: string) => plant.call(`${mode}/${node}?{{ triggerData.n }}`);
    const definition = chain({ a: call('a'), b: call('b') });
    const overrides = { mode, definition, triggerType: 'webhook' as const };
    return new TriggerCrowd(plant, await aWorkflow(plant.database.dataSource, overrides));
  }

  /**
   * Triggers the workflow `count` times at once. A fifth of the triggers start executions directly, as a schedule does.
   * The others are deliveries to its webhook.
   */
  async fire(count: number): Promise<void> {
    const data = Array.from({ length: count }, () => ({ n: this.sent++ }));
    const quiet = data.splice(0, count / 5);
    this.quiet += quiet.length;
    const deliveries = data.map((one) => this.plant.deliver(this.workflow, one));
    await this.plant.acceptOrSkip(this.workflow, quiet);
    this.answers.push(...(await Promise.all(deliveries)));
  }

  /** Lists the executions in the order of their starts. */
  async rows(): Promise<Row[]> {
    const rows = await this.plant.database.dataSource.manager.find(WorkflowExecutionEntity, {
      select: {
        id: true,
        status: true,
        error: true,
        trigger: true,
        startedAt: true,
        serialNumber: true,
        triggerData: true,
      },
      where: { workflowId: this.workflow.id },
      order: { startedAt: 'ASC' },
    });
    return rows.map(({ triggerData, ...row }) => ({
      ...row,
      n: (JSON.parse(triggerData) as { n: number }).n,
    }));
  }

  async isIdle(): Promise<boolean> {
    const { manager } = this.plant.database.dataSource;
    const running = { workflowId: this.workflow.id, status: 'running' as const };
    return (await manager.countBy(WorkflowExecutionEntity, running)) === 0;
  }

  /** Returns the number of triggers that the workflow has counted as skipped. */
  async skipped(): Promise<number> {
    const { manager } = this.plant.database.dataSource;
    return (await manager.findOneByOrFail(WorkflowEntity, { id: this.workflow.id })).skippedCount;
  }

  /** Lists the calls of the executions, such as `a1`. Lists consecutive repetitions of a call only once. */
  calls(): string[] {
    const names = this.plant.calls
      .filter(({ path }) => path.startsWith(`${this.workflow.mode}/`))
      .map(({ path, query }) => `${path.at(-1)}${query}`);
    return names.filter((name, index) => name !== names[index - 1]);
  }
}
