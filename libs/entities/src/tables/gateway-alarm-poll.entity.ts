import { Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';

/** The progress of reading the gateway's alarms, a single row with the id 1. The row exists after the first poll. */
@Entity('gateway_alarm_poll')
export class GatewayAlarmPollEntity {
  @PrimaryColumn({ type: 'int' }) id: number;
  /** All alarms that the gateway reported before this time have been read. */
  @InstantColumn() polledUntil: Date;
}
