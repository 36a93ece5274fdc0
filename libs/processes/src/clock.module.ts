import { Clock, SystemClock } from '@app/kernel';
import { Global, Module } from '@nestjs/common';

/** Provides the system clock globally as `Clock`. The root module of a process imports it once. */
@Global()
@Module({ providers: [{ provide: Clock, useClass: SystemClock }], exports: [Clock] })
export class ClockModule {}
