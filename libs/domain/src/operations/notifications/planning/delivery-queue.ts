import { sendNotification, type SendNotificationJob } from '@app/contracts';
import type { NotificationDeliveryEntity } from '@app/entities';
import { type DueRecord, JobClient, jobIdFor } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';

/** Enqueues the jobs of planned messages. */
@Injectable()
export class DeliveryQueue {
  private readonly logger = new Logger(DeliveryQueue.name);

  constructor(private readonly jobs: JobClient) {}

  /** Enqueues messages that are not held. If the queue fails, the sweep enqueues them. */
  async add(deliveries: readonly NotificationDeliveryEntity[]): Promise<void> {
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
