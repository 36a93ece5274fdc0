import { BullModule } from '@nestjs/bullmq';
import { Queue } from 'bullmq';

/** A queue with an error listener from the start: if an error has no listener, BullMQ prints it to the console. */
class ListenedQueue extends Queue {
  constructor(...options: ConstructorParameters<typeof Queue>) {
    super(...options);
    // Ignored here, because `QueueMonitor` reports a lost server.
    this.on('error', () => undefined);
  }
}

BullModule.queueClass = ListenedQueue;
