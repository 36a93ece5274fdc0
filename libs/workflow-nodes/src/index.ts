export { delayNode } from './delay.node';
export * from './describe-node';
export * from './node-types';
export { respondNode } from './respond.node';
export { endNode } from './end.node';
export { WAIT_CONDITION_NAMES, waitForNode } from './wait-for.node';
