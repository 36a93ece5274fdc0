import type { Problem, Problems } from '../problems/use-shown-problems';

/** The first message for each path. */
export function messagesByPath(list: readonly Problem[]): Map<string, string> {
  const messages = new Map<string, string>();
  for (const { path, message } of list) {
    // The API writes sentences without a subject: "must not be empty".
    if (!messages.has(path)) messages.set(path, sentence(message));
  }
  return messages;
}

export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?。]$/.test(text) ? text : `${text}.`;
}

export function problemsOfNode({ problems, warnings }: Problems, index: number): Problems {
  return { problems: below(problems, `nodes[${index}]`), warnings: below(warnings, `nodes[${index}]`) };
}

export function problemsOfTrigger({ problems, warnings }: Problems): Problems {
  return { problems: below(problems, 'trigger'), warnings: below(warnings, 'trigger') };
}

const below = (list: readonly Problem[], path: string): Problem[] =>
  list.filter(
    (one) => one.path === path || one.path.startsWith(`${path}.`) || one.path.startsWith(`${path}[`),
  );
