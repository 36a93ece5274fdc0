import { Actor } from '@app/kernel';
import type {
  ChangedTicket,
  CreatedTicket,
  FaultPortChanges,
  FaultPortInput,
  TicketPort,
  TicketSelection,
  TicketsPort,
  TicketStep,
  WorkOrderPortChanges,
  WorkOrderPortInput,
} from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { checkOnly, oncePerStep } from '../../platform/step-results/once-per-step';
import { FaultsService } from '../faults/faults.service';
import { MaintenanceService } from './maintenance.service';

const WORKFLOW = Actor.system('workflow');

/** A changed ticket, and what to do after the commit. */
interface Made {
  ticket: { id: number; status: string };
  publish(): void;
}

/** The operations of one kind of ticket, within a transaction. */
interface TicketRecords<Input, Changes> {
  lockOpen(manager: EntityManager, key: string): Promise<Made['ticket'] | null>;
  create(manager: EntityManager, fields: Input, cause: { key?: string; executionId?: string }): Promise<Made>;
  change(manager: EntityManager, id: number, fields: Changes, executionId?: string): Promise<Made>;
}

/** Creates and changes faults and work orders for nodes of workflows. */
@Injectable()
export class WorkflowTicketsService implements TicketsPort {
  readonly faults: TicketPort<FaultPortInput, FaultPortChanges>;
  readonly workOrders: TicketPort<WorkOrderPortInput, WorkOrderPortChanges>;

  constructor(dataSource: DataSource, faults: FaultsService, maintenance: MaintenanceService) {
    this.faults = new StepTickets(dataSource, {
      lockOpen: (manager, key) => faults.lockOpen(manager, key),
      async create(manager, fields: FaultPortInput, cause) {
        const change = await faults.createIn(manager, WORKFLOW, fields, cause);
        return { ticket: change.fault, publish: () => faults.publish(change) };
      },
      async change(manager, id, fields: FaultPortChanges, executionId) {
        const change = await faults.changeIn(manager, WORKFLOW, id, fields, executionId);
        return { ticket: change.fault, publish: () => faults.publish(change) };
      },
    });
    this.workOrders = new StepTickets(dataSource, {
      lockOpen: (manager, key) => maintenance.lockOpen(manager, key),
      async create(manager, fields: WorkOrderPortInput, { key }) {
        const ticket = await maintenance.createIn(manager, WORKFLOW, fields, key);
        return { ticket, publish: () => maintenance.publish(ticket) };
      },
      async change(manager, id, fields: WorkOrderPortChanges, executionId) {
        const ticket = await maintenance.changeIn(manager, WORKFLOW, id, fields, executionId);
        return { ticket, publish: () => maintenance.publish(ticket) };
      },
    });
  }
}

/** Creates and changes tickets of one kind once per run of a node. A repeated run gets the first result. */
class StepTickets<Input extends object, Changes extends object> implements TicketPort<Input, Changes> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly records: TicketRecords<Input, Changes>,
  ) {}

  create({ fields, key, ...step }: { fields: Input; key?: string } & TicketStep): Promise<CreatedTicket> {
    return this.once<CreatedTicket>(step, async (manager) => {
      const open = key === undefined ? null : await this.records.lockOpen(manager, key);
      if (open) return { result: { id: open.id, created: false, status: open.status } };
      const made = await this.records.create(manager, fields, { key, executionId: step.execution.id });
      const { id, status } = made.ticket;
      return { result: { id, created: true, status }, made };
    });
  }

  change({
    fields,
    ticket,
    ...step
  }: { fields: Changes; ticket: TicketSelection } & TicketStep): Promise<ChangedTicket> {
    return this.once<ChangedTicket>(step, async (manager) => {
      const selected = await this.idOf(manager, ticket);
      if (selected === null) return { result: { id: null, status: null } };
      const made = await this.records.change(manager, selected, fields, step.execution.id);
      return { result: { id: made.ticket.id, status: made.ticket.status }, made };
    });
  }

  check(request: { fields: Input } | { fields: Changes; ticket: TicketSelection }): Promise<void> {
    return checkOnly(this.dataSource, async (manager) => {
      if (!('ticket' in request)) return this.records.create(manager, request.fields, {});
      const selected = await this.idOf(manager, request.ticket);
      return selected === null ? null : this.records.change(manager, selected, request.fields);
    });
  }

  /** Returns null if no open ticket has the key. */
  private async idOf(manager: EntityManager, { id, key = '' }: TicketSelection): Promise<number | null> {
    return id ?? (await this.records.lockOpen(manager, key))?.id ?? null;
  }

  private async once<Result extends object>(
    { execution, stepKey }: TicketStep,
    change: (manager: EntityManager) => Promise<{ result: Result; made?: Made }>,
  ): Promise<Result> {
    let last: Made | undefined;
    const step = { executionId: execution.id, stepKey };
    const { result, isRepeat } = await oncePerStep(this.dataSource, step, async (manager) => {
      const { result: own, made } = await change(manager);
      last = made;
      return own;
    });
    if (!isRepeat) last?.publish();
    return result;
  }
}
