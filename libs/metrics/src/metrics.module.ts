import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics';

/** Provides the metrics of this process. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}
