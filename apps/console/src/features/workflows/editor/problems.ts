import type { Problem, Problems } from '../problems/use-shown-problems';
import type { Schema } from './form/schema';

/** The first message for each path. */
export function messagesByPath(list: readonly Problem[]): Map<string, string> {
  const messages = new Map<string, string>();
  for (const { path, message } of list) {
    // The API writes sentences without a subject: "must not be empty".
    if (!messages.has(path)) messages.set(path, sentence(message));
  }
  return messages;
}

/** Names a field in the words of the form: `.config.cases[0].label` is “Cases 1, Label”. */
export function fieldName(
  path: string,
  labelOf: (name: string, title: string | undefined) => string,
  config?: Schema,
): string {
  const isConfig = /^\.?config\b/.test(path);
  let schema = isConfig ? config : undefined;
  const names = path.replace(/^\.?(config)?\.?/, '').split('.');
  return names
    .filter(Boolean)
    .map((name) => {
      const [, field = name, index] = /^(.*)\[(\d+)\]$/.exec(name) ?? [];
      schema = schema?.properties?.[field];
      const label = labelOf(field, schema?.title);
      if (index === undefined) return label;
      schema = schema?.items;
      return `${label} ${Number(index) + 1}`;
    })
    .join(', ');
}

export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?。]$/.test(text) ? text : `${text}.`;
}

export function problemsOfNode({ problems, warnings }: Problems, index: number): Problems {
  return { problems: below(problems, `nodes[${index}]`), warnings: below(warnings, `nodes[${index}]`) };
}

/** The problems without those of a node that the user has only just added. */
export function problemsWithout({ problems, warnings }: Problems, index: number): Problems {
  const own = new Set(below([...problems, ...warnings], `nodes[${index}]`));
  const others = (list: readonly Problem[]) => list.filter((one) => !own.has(one));
  return { problems: others(problems), warnings: others(warnings) };
}

export function problemsOfTrigger({ problems, warnings }: Problems): Problems {
  return { problems: below(problems, 'trigger'), warnings: below(warnings, 'trigger') };
}

const below = (list: readonly Problem[], path: string): Problem[] =>
  list.filter(
    (one) => one.path === path || one.path.startsWith(`${path}.`) || one.path.startsWith(`${path}[`),
  );
