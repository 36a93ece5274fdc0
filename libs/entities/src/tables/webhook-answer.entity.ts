import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonTextColumn, LongTextColumn } from '../columns';

/** The answer of a workflow to the caller of its webhook. The rows are deleted together with their execution. */
@Entity('webhook_answer')
export class WebhookAnswerEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) executionId: string;
  /** The idempotency key of the run of the node that has answered. */
  @Column({ type: 'varchar', length: 64 }) stepKey: string;
  @Column({ type: 'int' }) status: number;
  /** Names in lower case. */
  @JsonTextColumn() headers: Record<string, string>;
  @LongTextColumn() body: string;
}
