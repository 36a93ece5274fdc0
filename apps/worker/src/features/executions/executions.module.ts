import { Module } from '@nestjs/common';
import { RunExecutionHandler } from './run-execution.handler';

@Module({ providers: [RunExecutionHandler] })
export class ExecutionsRunnerModule {}
