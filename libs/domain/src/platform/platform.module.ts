import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { PlatformService } from './platform.service';

@Module({
  providers: [{ provide: Clock, useClass: SystemClock }, PlatformService],
  exports: [PlatformService],
})
export class PlatformModule {}
