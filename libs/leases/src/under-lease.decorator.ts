import { Inject, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { LeaseService } from './lease.service';

const LEASES = Symbol('leases');

export interface UnderLeaseOptions {
  /**
   * Whether the method also runs when the process starts. This is useful if workers may be restarted before the next
   * scheduled time.
   */
  atStart?: boolean;
}

type ScheduledWork = (signal: AbortSignal) => Promise<void>;

interface Scheduled {
  [LEASES]: LeaseService;
  onApplicationBootstrap?: () => void;
}

/**
 * Runs the method at the times of `cron` (UTC), in the process that gets the lease `name`. The signal of the method is
 * aborted when the lease is lost or the process ends. If the method throws, the error is logged, and the method runs
 * again at the next scheduled time. The class must be a provider of a module that imports `LeaseModule`.
 */
export function UnderLease(name: string, cron: string, { atStart = false }: UnderLeaseOptions = {}) {
  return (prototype: object, method: string, descriptor: TypedPropertyDescriptor<ScheduledWork>): void => {
    const work = descriptor.value;
    if (!work) throw new Error(`${method} is not a method. Decorate a method with UnderLease.`);
    Inject(LeaseService)(prototype, LEASES);
    const run = async function (this: Scheduled): Promise<void> {
      try {
        await this[LEASES].tryRun(name, (signal) => work.call(this, signal));
      } catch (error) {
        const logger = new Logger(prototype.constructor.name);
        logger.error(
          { err: error, lease: name },
          'Scheduled work failed. It runs again at its next scheduled time.',
        );
      }
    };
    descriptor.value = run;
    Cron(cron, { timeZone: 'UTC' })(prototype, method, descriptor);
    // This is not awaited, because it must not delay the start.
    if (atStart)
      Object.assign(prototype, {
        onApplicationBootstrap: function (this: Scheduled) {
          void run.call(this);
        },
      });
  };
}
