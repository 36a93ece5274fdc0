import { Module } from '@nestjs/common';
import { ExecutionIntakeModule } from '../intake/execution-intake.module';
import { CallerWaker } from './caller-waker';

/** Wakes calling executions in each process that ends executions. */
@Module({ imports: [ExecutionIntakeModule], providers: [CallerWaker] })
export class CallerWakerModule {}
