import { ExecutionRunningModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ExecutionsOutbox } from './executions-outbox';
import { RunExecutionHandler } from './run-execution.handler';

@Module({ imports: [ExecutionRunningModule], providers: [ExecutionsOutbox, RunExecutionHandler] })
export class ExecutionsRunnerModule {}
