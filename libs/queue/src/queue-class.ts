import { BullModule } from '@nestjs/bullmq';
import { Queue } from 'bullmq';

/** Listens for errors before the connection is used: BullMQ prints an error without a listener to the console. */
class ListenedQueue extends Queue {
  constructor(...options: ConstructorParameters<typeof Queue>) {
    super(...options);
    // `QueueMonitor` reports a lost server.
    this.on('error', () => undefined);
  }
}

BullModule.queueClass = ListenedQueue;
