export { configCheck } from './config/check-config';
export { calendarsIn, compileConfig } from './config/compile-config';
export { conditionField, expressionField, verbatimField } from './config/config-field';
export { type Reference, referenceField, type ReferenceKind, referencesIn } from './config/config-references';
export { resolveConfig } from './config/resolve-config';
export { savedConfigSchema } from './config/saved-schema';
export { unknownFields } from './config/unknown-fields';
export * from './define-node';
export * from './definition';
export * from './execution-state';
export { evaluate, parseExpression, type Expression, type ExpressionNames } from './expressions/expression';
export { evaluateText, TEXT_KINDS, type TextKind } from './expressions/evaluate-text';
export { NAMES_IN_LOOPS } from './expressions/expression-names';
export { ExpressionError } from './expressions/expression-error';
export { type ExpressionCalendar, type ExpressionSite, NO_SITE } from './expressions/expression-site';
export { EXPRESSION_FUNCTIONS } from './expressions/function-catalogue';
export * from './json';
export { NodeFault } from './node-fault';
export * from './node-outcome';
export * from './ports';
export type { CompiledGraph, CompiledNode } from './graph/compiled-graph';
export { definitionCheck } from './graph/check-definition';
export type { DefinitionLimits } from './graph/definition-limits';
export type { Advanced, ExecutionError, ExecutionState } from './advance/state';
export { compileGraph } from './graph/compile-graph';
export { advance, begin, wake, wakeEarly } from './advance/advance';
export { failExecution } from './advance/ending';
export { exceeded, nodeError } from './advance/limits';
export { errorWith, mapJsonTexts, mapTexts } from './advance/map-texts';
export {
  callableRun,
  canBeWoken,
  errorOf,
  nextWakeMs,
  outcomeOf,
  scopeOf,
  underWay,
} from './advance/read-state';
export { retryFailed } from './advance/retry-failed';
