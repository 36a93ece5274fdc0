import { ExecutionRunningModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ExecutionsOutbox } from './executions-outbox';
import { RunExecutionsHandler } from './run-executions.handler';

@Module({ imports: [ExecutionRunningModule], providers: [ExecutionsOutbox, RunExecutionsHandler] })
export class ExecutionsRunnerModule {}
