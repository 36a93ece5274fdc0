import { Module } from '@nestjs/common';
import { ListenersService } from './listeners.service';
import { OccurrencesService } from './occurrences.service';

/** Lets any feature record occurrences. Requires `EventBusModule`. */
@Module({
  providers: [ListenersService, OccurrencesService],
  exports: [ListenersService, OccurrencesService],
})
export class OccurrencesModule {}
