export * from './define-node';
export * from './definition';
export * from './execution-state';
export * from './json';
export * from './node-outcome';
export * from './ports';
export type { CompiledGraph, CompiledNode } from './graph/compiled-graph';
export type { CheckOptions, DefinitionLimits } from './graph/check-definition';
export type { Advanced, ExecutionError, ExecutionState } from './advance/state';
