import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The version of the waits of one kind. Each transaction that begins a wait of this kind stores a new version.
 * Processes that see a new version read the waits again.
 */
@Entity('wait_version')
export class WaitVersionEntity {
  @PrimaryColumn({ type: 'varchar', length: 8 }) kind: 'points' | 'event';
  @Column({ type: 'varchar', length: 36 }) version: string;
}
