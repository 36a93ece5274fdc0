export * from './file-store';
export * from './local-file-store';
export { MeasuredStream } from './measured-stream';
export * from './s3-file-store';
export { localStorageError } from './storage-errors';
export * from './storage.module';
