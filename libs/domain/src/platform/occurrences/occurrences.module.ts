import { Module } from '@nestjs/common';
import { CurrentValuesService } from './current-values.service';
import { ListenersService } from './listeners.service';
import { OccurrencesService } from './occurrences.service';

/** Lets any feature record occurrences. Requires `EventBusModule`. */
@Module({
  providers: [CurrentValuesService, ListenersService, OccurrencesService],
  exports: [CurrentValuesService, ListenersService, OccurrencesService],
})
export class OccurrencesModule {}
