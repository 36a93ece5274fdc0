export * from './create-logger';
export * from './describe-error';
export * from './nest-log';
