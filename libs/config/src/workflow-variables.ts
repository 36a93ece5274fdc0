const PREFIX = 'WORKFLOW_ENV_';

/** What workflows see as `env`: the variables with the prefix, without it. */
export function workflowVariables(source: NodeJS.ProcessEnv = process.env): Readonly<Record<string, string>> {
  const own = Object.entries(source).filter(([name]) => name.startsWith(PREFIX) && name !== PREFIX);
  return Object.freeze(
    Object.fromEntries(own.map(([name, value]) => [name.slice(PREFIX.length), value ?? ''])),
  );
}
