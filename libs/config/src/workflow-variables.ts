const SECRET_PREFIX = 'WORKFLOW_ENV_';
const PLAIN_PREFIX = 'WORKFLOW_VAR_';

/** The variables that workflows can read as `env`. The names have no prefix. */
export interface WorkflowVariables {
  /** Variables that are masked in stored data. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Variables that are stored unchanged. */
  readonly plain: Readonly<Record<string, string>>;
}

/**
 * Returns the variables of workflows. If a secret and a plain variable have the same name, the secret takes precedence.
 */
export function workflowVariables(source: NodeJS.ProcessEnv = process.env): WorkflowVariables {
  return { secrets: withPrefix(SECRET_PREFIX, source), plain: withPrefix(PLAIN_PREFIX, source) };
}

function withPrefix(prefix: string, source: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const own = Object.entries(source).filter(([name]) => name.startsWith(prefix) && name !== prefix);
  return Object.freeze(
    Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value ?? ''])),
  );
}
