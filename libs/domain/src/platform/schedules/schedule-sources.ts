import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ScheduleSource } from './schedule-source';

/** Finds the kinds of schedules that this process handles. */
@Injectable()
export class ScheduleSources {
  constructor(private readonly discovery: DiscoveryService) {}

  all(): ScheduleSource[] {
    const instances = this.discovery.getProviders().map(({ instance }): unknown => instance);
    return [...new Set(instances.filter((instance) => instance instanceof ScheduleSource))];
  }
}
