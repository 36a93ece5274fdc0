import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from '../columns';

/** The response to a request with this key. A repeated request gets the same response. */
@Entity('idempotency_key')
@Index('idempotency_key_created', ['createdAt'])
export class IdempotencyKeyEntity {
  /** The operation and its caller: `webhook/<workflow>`, `trigger/<user>/<workflow>`. */
  @PrimaryColumn({ type: 'varchar', length: 128 }) scope: string;
  @PrimaryColumn({ type: 'varchar', length: 255 }) requestKey: string;
  /** SHA-256 of the body, hexadecimal. */
  @Column({ type: 'varchar', length: 64 }) bodyHash: string;
  @JsonTextColumn() answer: object;
  @InstantColumn() createdAt: Date;
}
