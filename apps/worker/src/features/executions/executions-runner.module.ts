import { ExecutionRunningModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { PendingExecutions } from './pending-executions';
import { RunExecutionsHandler } from './run-executions.handler';

@Module({ imports: [ExecutionRunningModule], providers: [PendingExecutions, RunExecutionsHandler] })
export class ExecutionsRunnerModule {}
