import { type Message, say } from '@app/kernel';
import type { CallExpression, NewExpression } from 'acorn';
import type { Compiler } from './compiler';
import { listed, type FunctionRow, type ListedFunction } from './listed-function';

const NAME = 'resumeUrl';
const ONLY_IN_NODES = say('only_in_nodes', { name: NAME });

const resumeUrl: ListedFunction['call'] = (run, _, [nodeId]) => {
  if (run.site.resumeUrl === undefined) return run.fail(ONLY_IN_NODES);
  const url = run.site.resumeUrl(String(nodeId));
  if (url === null) return run.fail(noSuchNode(String(nodeId)));
  run.characters(url.length);
  return url;
};

const row: FunctionRow = [
  `${NAME}(nodeId) → text`,
  'Returns the one-time address at which a call resumes a `wait_for` node.',
  ['text'],
  resumeUrl,
];

export const RESUME_FUNCTIONS = [listed(row)];

/**
 * Checks a call of `resumeUrl` when a definition is saved. The allowed ids are listed as the known fields of
 * `resumeUrl`. An id that the expression computes is checked at evaluation.
 */
export function checkResumeUrl(compiler: Compiler, node: CallExpression | NewExpression, name: string): void {
  if (name !== NAME || compiler.visible === undefined) return;
  const known = compiler.visible.fields?.get(NAME);
  if (known === undefined) return compiler.refuse(node, ONLY_IN_NODES);
  const [argument] = node.arguments;
  if (argument?.type !== 'Literal' || typeof argument.value !== 'string') return;
  if (!known.has(argument.value)) compiler.refuse(argument, noSuchNode(argument.value));
}

function noSuchNode(nodeId: string): Message {
  return say('no_waiting_node', { id: nodeId.slice(0, 100) });
}
