import { ReadinessModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { HealthController } from './health.controller';

@Module({ imports: [ReadinessModule], controllers: [HealthController] })
export class HealthModule {}
