import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from './columns';

/** The answer that was given under a key, so that a repeat of the request is given the same. */
@Entity('idempotency_key')
@Index('idempotency_key_created', ['createdAt'])
export class IdempotencyKeyEntity {
  /** What is repeated, of whom: `webhook/<workflow>`, `trigger/<user>/<workflow>`. */
  @PrimaryColumn({ type: 'varchar', length: 128 }) scope: string;
  @PrimaryColumn({ type: 'varchar', length: 255 }) requestKey: string;
  /** SHA-256 of the body, hexadecimal. */
  @Column({ type: 'varchar', length: 64 }) bodyHash: string;
  @JsonTextColumn() answer: object;
  @InstantColumn() createdAt: Date;
}
