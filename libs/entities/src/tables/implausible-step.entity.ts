import { Entity, PrimaryColumn } from 'typeorm';
import { PrimaryInstantColumn } from '../columns';

/**
 * A step between two readings of a meter that is not counted, because it exceeds the meter's `maxPowerKw`. The rows are
 * computed from the readings.
 */
@Entity('implausible_step')
export class ImplausibleStepEntity {
  @PrimaryColumn({ type: 'int' }) meterId: number;
  /**
   * End of the step: the timestamp of its second reading or, if the meter is of the kind `interval`, the end of the
   * interval.
   */
  @PrimaryInstantColumn() endsAt: Date;
}
