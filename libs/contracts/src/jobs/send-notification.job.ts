import { IsUUID } from 'class-validator';
import { defineJob } from '../define-job';

export class SendNotificationJob {
  @IsUUID() deliveryId: string;
}

/** Sends a message about an alert. The delivery's row shows whether it is due, and counts the attempts. */
export const sendNotification = defineJob({
  name: 'send-notification',
  queue: 'notifications',
  payload: SendNotificationJob,
  forgetWhenDone: true,
});
