import { Metrics } from '@app/metrics';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StreamHub } from '../events/stream-hub';

/** Measures the event streams of this process. */
@Injectable()
export class StreamMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly hub: StreamHub,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      { name: 'plantroom_event_streams', help: 'Event streams that are open.' },
      () => this.hub.connectionCount,
    );
    this.metrics.gauge(
      { name: 'plantroom_event_stream_queued_events', help: 'Events that wait for slow clients.' },
      () => this.hub.queuedCount,
    );
  }
}
