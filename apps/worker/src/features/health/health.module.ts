import { ReadinessModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { WorkerHealthServer } from './worker-health.server';

@Module({ imports: [ReadinessModule], providers: [WorkerHealthServer] })
export class HealthModule {}
