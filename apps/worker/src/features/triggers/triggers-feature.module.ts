import { TriggersModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { OccurrencesRunner } from './occurrences.runner';

@Module({
  imports: [TriggersModule],
  providers: [OccurrencesRunner],
})
export class TriggersFeatureModule {}
