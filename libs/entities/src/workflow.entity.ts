import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BooleanColumn, InstantColumn, JsonTextColumn, LongTextColumn } from './columns';

/** What sets an execution going. */
export type TriggerType = 'manual' | 'schedule' | 'webhook' | 'state_change' | 'event';

/**
 * A trigger as it is stored. `unknown` stands for a type that does not exist, which only a draft may have; the trigger's
 * configuration is then `{type, config}` as it was sent.
 */
export type StoredTriggerType = TriggerType | 'unknown';

/** A graph of nodes and what triggers it. */
@Entity('workflow')
@Index('workflow_list_enabled', ['enabled', 'id'])
@Index('workflow_trigger', ['triggerType', 'enabled'])
export class WorkflowEntity {
  /** UUIDv7. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @Column({ type: 'varchar', length: 255 }) name: string;
  @LongTextColumn({ nullable: true }) description: string | null;
  /** `{nodes, edges}`. */
  @JsonTextColumn() definition: object;
  @Column({ type: 'varchar', length: 16 }) triggerType: StoredTriggerType;
  @JsonTextColumn() triggerConfig: object;
  @BooleanColumn() enabled: boolean;
  /** What is wrong with it, `[{path, message}]`; where anything is, it is a draft. */
  @JsonTextColumn() problems: object[];
  /** Counts the changes of definition and trigger, from 1. */
  @Column({ type: 'int' }) revision: number;

  /** Addresses its webhook: 128 random bits at least. */
  @Index('workflow_webhook_slug_unique', { unique: true })
  @Column({ type: 'varchar', length: 64 })
  webhookSlug: string;
  @Index('workflow_webhook_id_unique', { unique: true })
  @Column({ type: 'varchar', length: 64 })
  webhookId: string;
  @Column({ type: 'varchar', length: 128 }) webhookSecret: string;

  @Column({ type: 'int', nullable: true }) createdBy: number | null;
  @InstantColumn() createdAt: Date;
  @InstantColumn() updatedAt: Date;
}
