import { Entity, PrimaryColumn } from 'typeorm';
import { JsonTextColumn } from '../columns';

/**
 * The result of a node's change of a remembered value, an alert, a fault or a work order. If the node is repeated after a crash, it
 * returns this result and changes nothing. The rows of an execution are deleted some time after its end.
 */
@Entity('remembered_change')
export class RememberedChangeEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) executionId: string;
  /** The idempotency key of the node's run. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) stepKey: string;
  @JsonTextColumn() result: object;
}
