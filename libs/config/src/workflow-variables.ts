const PREFIX = 'WORKFLOW_ENV_';

/** Returns the `env` of workflows: all variables with the prefix, which is removed from their names. */
export function workflowVariables(source: NodeJS.ProcessEnv = process.env): Readonly<Record<string, string>> {
  const own = Object.entries(source).filter(([name]) => name.startsWith(PREFIX) && name !== PREFIX);
  return Object.freeze(
    Object.fromEntries(own.map(([name, value]) => [name.slice(PREFIX.length), value ?? ''])),
  );
}
