import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BooleanColumn, InstantColumn, JsonTextColumn, LongTextColumn } from '../columns';

export type WaitStatus = 'waiting' | 'met' | 'timedOut';

/**
 * A node's wait for a call, for values of points or for an event. Each wait ends once. The rows are deleted together
 * with their execution. If a wait is still open when the execution ends, the same transaction deletes its row.
 */
@Entity('execution_wait')
@Index('execution_wait_status', ['status', 'kind'])
@Index('execution_wait_token_hash_unique', ['tokenHash'], { unique: true })
export class ExecutionWaitEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) executionId: string;
  /** The idempotency key of the node's run. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) stepKey: string;
  @Column({ type: 'varchar', length: 8 }) kind: 'call' | 'points' | 'event';
  @Column({ type: 'varchar', length: 8 }) status: WaitStatus;
  @Column({ type: 'varchar', length: 64 }) nodeId: string;
  /** SHA-256 of the token of the one-time address, in hexadecimal digits; null unless the node waits for a call. */
  @Column({ type: 'varchar', length: 64, nullable: true }) tokenHash: string | null;
  /** Codes and patterns of points, or the name of the event. */
  @JsonTextColumn() names: string[];
  /** True if all points must fulfil the condition at the same time. Otherwise one of them is enough. */
  @BooleanColumn({ default: false }) forAll: boolean;
  /** The condition. If it is null, any occurrence with one of the names ends the wait. */
  @LongTextColumn({ nullable: true }) expression: string | null;
  /** Values that the condition can use. Secrets of the environment are replaced by the names of their variables. */
  @JsonTextColumn() given: object;
  /** The data of the call, value or event that ended the wait, as JSON. Null until then. */
  @LongTextColumn({ nullable: true }) data: string | null;
  @InstantColumn() createdAt: Date;
  /** When the node started, by the database's clock. Occurrences that were recorded earlier do not count. */
  @InstantColumn() countsFrom: Date;
  @InstantColumn() expiresAt: Date;
}
