export * from './client-key';
export * from './ephemeral-store';
export * from './ephemeral.module';
export * from './throttle';
