import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ScheduleSource } from './schedule-source';

/** Finds the kinds of schedules that this process handles. */
@Injectable()
export class ScheduleSources {
  private found: readonly ScheduleSource[] | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /** Call this only after the process has started, because some providers do not exist earlier. */
  all(): readonly ScheduleSource[] {
    return (this.found ??= this.find());
  }

  private find(): ScheduleSource[] {
    const instances = this.discovery.getProviders().map(({ instance }): unknown => instance);
    return [...new Set(instances.filter((instance) => instance instanceof ScheduleSource))];
  }
}
