export * from './define-node';
export * from './definition';
export * from './execution-state';
export * from './json';
export * from './node-outcome';
export * from './ports';
