import { BullModule } from '@nestjs/bullmq';
import { Queue } from 'bullmq';

/** A queue that has an error listener from the start. Without a listener, BullMQ would print errors to the console. */
class ListenedQueue extends Queue {
  constructor(...options: ConstructorParameters<typeof Queue>) {
    super(...options);
    // Errors are ignored here, because `QueueMonitor` reports a lost server.
    this.on('error', () => undefined);
  }
}

BullModule.queueClass = ListenedQueue;
