import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';
import { MAIN_GATEWAY } from './gateway.entity';

/** An alarm of the gateway that has been counted in an alert. Repeated reports of the same alarm are ignored. */
@Entity('gateway_alarm')
@Index('gateway_alarm_origin', ['originKey', 'clearedAt'])
@Index('gateway_alarm_open', ['gatewayId', 'clearedAt', 'raisedAt'])
@Index('gateway_alarm_raised', ['raisedAt'])
export class GatewayAlarmEntity {
  /** The id of the alarm at its gateway, unique among all gateways: see `GatewayAlarmIntake`. */
  @PrimaryColumn({ type: 'varchar', length: 255 }) id: string;
  /**
   * The `originKey` of the alert in which the alarm was counted. An alert is cleared when none of its alarms is open.
   */
  @Column({ type: 'varchar', length: 64 }) originKey: string;
  @Column({ type: 'int', default: MAIN_GATEWAY }) gatewayId: number;
  @InstantColumn() raisedAt: Date;
  @InstantColumn({ nullable: true }) clearedAt: Date | null;
}
