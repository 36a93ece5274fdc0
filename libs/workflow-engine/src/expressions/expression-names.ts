/** The names that expressions can use everywhere. */
export const NAMES = ['triggerData', 'request', 'variables', 'nodeOutputs', 'env'] as const;

/** The names that expressions can use in the body of a loop. */
export const NAMES_IN_LOOPS = [...NAMES, 'item', 'index'] as const;
