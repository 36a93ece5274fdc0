import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { IdempotencyService } from './idempotency.service';

@Module({
  providers: [{ provide: Clock, useClass: SystemClock }, IdempotencyService],
  exports: [IdempotencyService],
})
export class IdempotencyModule {}
