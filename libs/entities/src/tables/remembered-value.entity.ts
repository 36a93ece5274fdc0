import { Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from '../columns';

/** The owner of the values that all workflows share. */
export const SITE_OWNER = 'site';

/** A value that workflows keep between executions. */
@Entity('remembered_value')
export class RememberedValueEntity {
  /** The id of a workflow, or `site`. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) owner: string;
  @PrimaryColumn({ type: 'varchar', length: 100 }) name: string;
  @JsonTextColumn() value: unknown;
  @InstantColumn() updatedAt: Date;
  /** From this time on, the value counts as missing. Null if it does not expire. */
  @Index('remembered_value_expiry')
  @InstantColumn({ nullable: true })
  expiresAt: Date | null;
}
