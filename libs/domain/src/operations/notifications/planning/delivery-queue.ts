import { sendNotification, type SendNotificationJob } from '@app/contracts';
import { inTransaction, type NotificationDeliveryEntity } from '@app/entities';
import { type DueRecord, JobClient, jobIdFor } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

export interface PlannedMessages {
  /** The number of rows for which the messages were planned. */
  processed: number;
  deliveries: NotificationDeliveryEntity[];
}

/** Enqueues the jobs of planned messages. */
@Injectable()
export class DeliveryQueue {
  private readonly logger = new Logger(DeliveryQueue.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: JobClient,
  ) {}

  /**
   * Plans messages in a transaction and enqueues them after its commit, because a worker sends only committed messages.
   * @returns the number of processed rows
   */
  async addPlanned(plan: (manager: EntityManager) => Promise<PlannedMessages>): Promise<number> {
    const { processed, deliveries } = await inTransaction(this.dataSource, plan);
    await this.add(deliveries);
    return processed;
  }

  /** Enqueues messages that are not held. If the queue fails, the sweep enqueues them. */
  private async add(deliveries: readonly NotificationDeliveryEntity[]): Promise<void> {
    const pending = deliveries.filter(({ status }) => status === 'pending');
    try {
      await this.jobs.enqueueMany(sendNotification, pending.map(sendJobOf), { requestId: null });
    } catch (error) {
      this.logger.warn({ err: error }, 'Notifications could not be queued. The next sweep queues them.');
    }
  }
}

/** The job that sends a message. Each attempt has its own job. */
export function sendJobOf({
  id,
  attempts,
}: Pick<NotificationDeliveryEntity, 'id' | 'attempts'>): DueRecord<SendNotificationJob> {
  return { payload: { deliveryId: id }, jobId: jobIdFor(sendNotification, id, attempts) };
}
