import { type Message } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BooleanColumn, DoubleColumn, InstantColumn, MessageColumn } from '../columns';

/** `pending`: the command is running, or its process died. `done`: the light has accepted it. */
export type LightingStateStatus = 'pending' | 'done' | 'failed';

/**
 * The state that the last command requested for a light. The actual state is in the last values of the light's points.
 */
@Entity('lighting_state')
export class LightingStateEntity {
  @PrimaryColumn({ type: 'varchar', length: 64 }) labelId: string;
  @PrimaryColumn({ type: 'varchar', length: 64 }) deviceId: string;
  @BooleanColumn() desiredOn: boolean;
  /** Percent; null if the command did not set a level. */
  @DoubleColumn({ nullable: true }) desiredLevel: number | null;
  /** The id of the command that requested the state. For a command of a workflow, this is the id of the execution. */
  @Column({ type: 'varchar', length: 36 }) commandId: string;
  /** Null if a workflow commanded the light. */
  @Column({ type: 'int', nullable: true }) userId: number | null;
  @Column({ type: 'varchar', length: 254 }) username: string;
  @InstantColumn() at: Date;
  /** Null while the command is running. */
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
  @Column({ type: 'varchar', length: 16 }) status: LightingStateStatus;
  /** Why the light did not accept the command. Null if it did. */
  @MessageColumn() error: Message | null;
  /** Until this time, the command has the exclusive right to control the label. Null after the command has ended. */
  @InstantColumn({ nullable: true }) claimedUntil: Date | null;
}
