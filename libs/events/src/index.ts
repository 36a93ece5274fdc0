export * from './event-bus';
export * from './event-bus.module';
