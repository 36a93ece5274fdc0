import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BooleanColumn } from '../columns';

/** The id of the gateway that the environment configures, and of its token pair. It has no row in the table. */
export const MAIN_GATEWAY = 1;

/**
 * A gateway that people have added beside the one of the environment. The row of a deleted gateway stays, without its
 * credentials, so that codes with its prefix are not sent to another gateway.
 */
@Entity('gateway')
export class GatewayEntity {
  @PrimaryColumn({ type: 'int' }) id: number;
  @Column({ type: 'varchar', length: 100 }) name: string;
  /** Begins the codes of the gateway's points. */
  @Index('gateway_prefix_unique', { unique: true })
  @Column({ type: 'varchar', length: 32 })
  prefix: string;
  @Column({ type: 'varchar', length: 2048 }) url: string;
  @Column({ type: 'varchar', length: 255 }) username: string;
  @Column({ type: 'varchar', length: 1024 }) password: string;
  /** A gateway that is not enabled is not called. */
  @BooleanColumn() enabled: boolean;
  @BooleanColumn() removed: boolean;
  /** The id of its token pair. It changes with the address and the credentials, for which the tokens are valid. */
  @Column({ type: 'int' }) tokenId: number;
}
