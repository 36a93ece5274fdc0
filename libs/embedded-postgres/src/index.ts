export * from './embedded-postgres';
export * from './embedded-postgres-error';
export * from './server-user';
