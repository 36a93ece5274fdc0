import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { OccurrencesService } from './occurrences.service';

/** Below all features: any of them may record what happened. Wants `EventBusModule`. */
@Module({
  providers: [{ provide: Clock, useClass: SystemClock }, OccurrencesService],
  exports: [OccurrencesService],
})
export class OccurrencesModule {}
