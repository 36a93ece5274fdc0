export * from './config.module';
export * from './dialect';
export * from './environment';
export * from './is-time-zone-name';
export * from './load-environment';
export * from './supervisor-environment';
export * from './time-zone';
export * from './transforms';
