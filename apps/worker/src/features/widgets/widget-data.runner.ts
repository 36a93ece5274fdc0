import { WidgetRefreshService } from '@app/domain';
import { assertHeld, LeaseService } from '@app/leases';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/** Computes the data of widgets. Only the worker that holds the lease does this. */
@Injectable()
export class WidgetDataRunner implements OnApplicationBootstrap {
  constructor(
    private readonly leases: LeaseService,
    private readonly widgets: WidgetRefreshService,
  ) {}

  onApplicationBootstrap(): void {
    void this.leases.hold('widget-data', (lease, signal) =>
      this.widgets.follow((manager) => assertHeld(manager, lease), signal),
    );
  }
}
