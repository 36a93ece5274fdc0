export { delayNode } from './delay.node';
export * from './describe-node';
export * from './node-types';
