import type { AlertSeverity } from '@app/kernel';
import type { ExecutionRef } from './execution-ref';

/** The run of a node that creates or changes a ticket, which is a fault or a work order. */
export interface TicketStep {
  execution: ExecutionRef;
  /** Unique to the run of the node. A repeat with the same key changes nothing and returns the first result. */
  stepKey: string;
}

/** Selects a ticket by its id, or the open ticket with this key. */
export interface TicketSelection {
  id?: number;
  key?: string;
}

export interface CreatedTicket {
  id: number;
  /** False if an open ticket with the same key exists. Then nothing was created. */
  created: boolean;
  status: string;
}

export interface ChangedTicket {
  /** Null if no open ticket has the key. */
  id: number | null;
  status: string | null;
}

/** Creates and changes tickets of one kind, with the same checks as for a person. */
export interface TicketPort<Input extends object, Changes extends object> {
  /**
   * Creates a ticket. If an open ticket has the key, that ticket is returned instead. Without a key, each request
   * creates a ticket.
   * @throws DomainError if a field is invalid or a record does not exist
   */
  create(request: { fields: Input; key?: string } & TicketStep): Promise<CreatedTicket>;
  /** @throws DomainError also if the ticket does not exist, or if its status cannot change in this way */
  change(request: { fields: Changes; ticket: TicketSelection } & TicketStep): Promise<ChangedTicket>;
  /**
   * Performs the checks of `create`, or of `change` if a ticket is given, without any effect.
   * @throws the DomainError with which the request would fail
   */
  check(request: { fields: Input } | { fields: Changes; ticket: TicketSelection }): Promise<void>;
}

export interface FaultPortFields {
  title?: string;
  description?: string;
  severity?: AlertSeverity;
  objectId?: number;
  areaId?: number;
  assigneeId?: number;
}
export type FaultPortInput = FaultPortFields & { alertId?: number };
export type FaultPortChanges = FaultPortFields & {
  status?: 'open' | 'in_progress' | 'resolved' | 'closed';
  rootCause?: string;
};

export interface WorkOrderPortFields {
  title?: string;
  description?: string;
  type?: 'preventive' | 'corrective' | 'inspection';
  priority?: 'low' | 'normal' | 'high' | 'urgent';
  objectId?: number;
  faultId?: number;
  assigneeId?: number;
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  dueAt?: string;
}
export type WorkOrderPortInput = WorkOrderPortFields & { title: string };
export type WorkOrderPortChanges = WorkOrderPortFields & {
  status?: 'open' | 'in_progress' | 'on_hold' | 'completed' | 'cancelled';
};

/** Creates and changes faults and work orders of the platform. */
export interface TicketsPort {
  faults: TicketPort<FaultPortInput, FaultPortChanges>;
  workOrders: TicketPort<WorkOrderPortInput, WorkOrderPortChanges>;
}
