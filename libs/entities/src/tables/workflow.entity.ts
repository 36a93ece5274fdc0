import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BooleanColumn, InstantColumn, JsonTextColumn, LongTextColumn } from '../columns';

/** The type of a trigger. */
export type TriggerType = 'manual' | 'schedule' | 'sun' | 'webhook' | 'state_change' | 'event';

/**
 * The type of a stored trigger. Only a draft may have a trigger of a type that does not exist. Such a trigger is stored
 * with the type `unknown` and the configuration `{type, config}`, which contains the type and the configuration that
 * the client sent.
 */
export type StoredTriggerType = TriggerType | 'unknown';

export const WORKFLOW_MODES = ['parallel', 'single', 'queued', 'restart'] as const;
/** How a trigger is handled while another execution of the workflow has not ended. */
export type WorkflowMode = (typeof WORKFLOW_MODES)[number];

/** A graph of nodes and its trigger. */
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
  @Column({ type: 'varchar', length: 8, default: 'parallel' }) mode: WorkflowMode;
  /** How often a trigger started nothing because of the mode, and when this last happened. */
  @Column({ type: 'int', default: 0 }) skippedCount: number;
  @InstantColumn({ nullable: true }) skippedAt: Date | null;
  /** The definition's problems as `{path, message}`. A workflow with problems is a draft. */
  @JsonTextColumn() problems: object[];
  /** Starts at 1 and increases with each change of the definition or the trigger. */
  @Column({ type: 'int' }) revision: number;

  /** Identifies the webhook in its URL. It consists of at least 128 random bits. */
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
