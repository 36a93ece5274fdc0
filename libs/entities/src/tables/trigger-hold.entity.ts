import { Entity, PrimaryColumn } from 'typeorm';
import { BigIntColumn, InstantColumn } from '../columns';

/** The limit that is exceeded, or `condition` if the trigger has no limits. */
export type HoldSide = 'above' | 'below' | 'condition';

/**
 * A point that is beyond a limit of a trigger, or for which the trigger's condition is true. Either the trigger waits
 * until this state has lasted long enough, or the trigger has already fired and waits until the state ends.
 */
@Entity('trigger_hold')
export class TriggerHoldEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) workflowId: string;
  @PrimaryColumn({ type: 'varchar', length: 16 }) side: HoldSide;
  @PrimaryColumn({ type: 'varchar', length: 255 }) code: string;
  /** When the state began, by the clock of the gateway. Null if the trigger has already fired. */
  @InstantColumn({ nullable: true }) sinceAt: Date | null;
  /**
   * The delay between the timestamp of the value and its arrival, in milliseconds. It converts times of the gateway's
   * clock to times of the service's clock.
   */
  @BigIntColumn() lagMs: number;
}
