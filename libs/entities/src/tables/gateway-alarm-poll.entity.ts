import { Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';

/** The progress of reading the alarms of a gateway, with the id of the gateway. The row exists after the first poll. */
@Entity('gateway_alarm_poll')
export class GatewayAlarmPollEntity {
  @PrimaryColumn({ type: 'int' }) id: number;
  /** All alarms that the gateway reported before this time have been read. */
  @InstantColumn() polledUntil: Date;
}
