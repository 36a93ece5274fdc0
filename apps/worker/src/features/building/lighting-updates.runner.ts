import { LightingChangesService } from '@app/domain';
import { LeaseService } from '@app/leases';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/** Publishes changes of lights. Only the worker that holds the lease does this. */
@Injectable()
export class LightingUpdatesRunner implements OnApplicationBootstrap {
  constructor(
    private readonly leases: LeaseService,
    private readonly changes: LightingChangesService,
  ) {}

  onApplicationBootstrap(): void {
    void this.leases.hold('lighting-updates', (_lease, signal) => this.changes.follow(signal));
  }
}
