export * from './backup-commands';
export * from './clock.module';
export * from './process-ready';
export * from './run-process';
