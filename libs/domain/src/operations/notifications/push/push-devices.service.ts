import { createHash, ECDH } from 'node:crypto';
import { Environment } from '@app/config';
import { inTransaction, PushDeviceEntity } from '@app/entities';
import { type Actor, Clock, DomainError, say } from '@app/kernel';
import { PublicHttp } from '@app/outbound-http';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { vapidKeysOf } from './vapid-keys';

/** A subscription as the Push API of browsers returns it. */
export interface PushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Devices per user. A further one replaces the oldest. */
const MOST_DEVICES = 20;

/** The browsers in which users have switched on push messages. */
@Injectable()
export class PushDevicesService {
  /** The key with which browsers subscribe, base64url. */
  readonly publicKey: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly http: PublicHttp,
    private readonly clock: Clock,
    environment: Environment,
  ) {
    this.publicKey = vapidKeysOf(environment.JWT_SECRET).publicKey;
  }

  /** The devices of a user, oldest first. */
  list(actor: Actor): Promise<PushDeviceEntity[]> {
    const userId = actor.requireUserId();
    return this.dataSource.manager.find(PushDeviceEntity, { where: { userId }, order: { id: 'ASC' } });
  }

  /**
   * Stores the subscription of a browser, or gives it to this user.
   * @throws DomainError invalid if the endpoint may not be called, or if the key is no point of the curve
   */
  async save(actor: Actor, { endpoint, keys }: PushSubscription): Promise<PushDeviceEntity> {
    const userId = actor.requireUserId();
    this.assertUsable(endpoint, keys.p256dh);
    const endpointHash = createHash('sha256').update(endpoint).digest('hex');
    const device = { userId, endpoint, endpointHash, ...keys, createdAt: this.clock.now() };
    return inTransaction(this.dataSource, async (manager) => {
      await manager.upsert(PushDeviceEntity, device, ['endpointHash']);
      const devices = await manager.find(PushDeviceEntity, { where: { userId }, order: { id: 'DESC' } });
      const excess = devices.filter((one) => one.endpointHash !== endpointHash).slice(MOST_DEVICES - 1);
      if (excess.length > 0)
        await manager.delete(
          PushDeviceEntity,
          excess.map(({ id }) => id),
        );
      return manager.findOneByOrFail(PushDeviceEntity, { endpointHash });
    });
  }

  /** @throws DomainError not_found if the user has no such device */
  async remove(actor: Actor, id: number): Promise<void> {
    const { affected } = await this.dataSource.manager.delete(PushDeviceEntity, {
      id,
      userId: actor.requireUserId(),
    });
    if (affected === 0) throw DomainError.notFound('The device');
  }

  private assertUsable(endpoint: string, p256dh: string): void {
    try {
      this.http.assertMayCall(endpoint);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw DomainError.ofField('endpoint', say('push_address_refused'));
    }
    try {
      ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    } catch {
      throw DomainError.ofField('keys.p256dh', say('push_key_invalid'));
    }
  }
}
