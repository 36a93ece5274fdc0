import { Entity, PrimaryColumn } from 'typeorm';
import { PrimaryInstantColumn } from '../columns';

/** A step of a meter that is not counted because it exceeds the meter's `maxPowerKw`. Computed from the readings. */
@Entity('implausible_step')
export class ImplausibleStepEntity {
  @PrimaryColumn({ type: 'int' }) meterId: number;
  /** End of the step: the timestamp of its second reading, or the end of the interval. */
  @PrimaryInstantColumn() endsAt: Date;
}
