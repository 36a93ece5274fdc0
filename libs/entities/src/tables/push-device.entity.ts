import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { InstantColumn } from '../columns';
import { UserEntity } from './user.entity';

/** A browser in which a user has switched on push messages. */
@Entity('push_device')
export class PushDeviceEntity {
  @PrimaryGeneratedColumn() id: number;
  @Index('push_device_user_id')
  @Column({ type: 'int' })
  userId: number;
  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' }) @JoinColumn() user?: UserEntity;

  /** The address of the browser's push service, to which messages for this browser are sent. */
  @Column({ type: 'varchar', length: 1000 }) endpoint: string;
  /** SHA-256 of the endpoint, in hex. A browser belongs to the user who used it last. */
  @Index('push_device_endpoint_hash_unique', { unique: true })
  @Column({ type: 'varchar', length: 64 })
  endpointHash: string;
  /** The public key of the browser, base64url of 65 bytes. */
  @Column({ type: 'varchar', length: 87 }) p256dh: string;
  /** The secret that the browser shares with the senders, base64url of 16 bytes. */
  @Column({ type: 'varchar', length: 22 }) auth: string;
  @InstantColumn() createdAt: Date;
}
