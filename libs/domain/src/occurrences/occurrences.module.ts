import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { ListenersService } from './listeners.service';
import { OccurrencesService } from './occurrences.service';

/** Below all features: any of them may record what happened. Wants `EventBusModule`. */
@Module({
  providers: [{ provide: Clock, useClass: SystemClock }, ListenersService, OccurrencesService],
  exports: [ListenersService, OccurrencesService],
})
export class OccurrencesModule {}
