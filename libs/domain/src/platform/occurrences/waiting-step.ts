import type { ExecutionWaitEntity } from '@app/entities';

/** A node that waits for a value or an event. */
export type WaitingStep = Pick<
  ExecutionWaitEntity,
  | 'executionId'
  | 'stepKey'
  | 'kind'
  | 'names'
  | 'forAll'
  | 'expression'
  | 'given'
  | 'countsFrom'
  | 'expiresAt'
>;
