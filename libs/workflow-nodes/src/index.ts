export * from './describe-node';
export * from './node-types';
