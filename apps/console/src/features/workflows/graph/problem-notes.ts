import type { Problem } from '../problems/use-shown-problems';
import type { Graph } from './definition';
import type { NodeNote, Notes } from './flow-elements';

type Problems = readonly Problem[];

/** The problems by the node that their paths name: `nodes[3].config.url`. */
export function notesOfProblems(
  graph: Graph,
  problems: Problems,
  warnings: Problems = [],
): Notes | undefined {
  if (problems.length + warnings.length === 0) return undefined;
  const notes = new Map<string, NodeNote>();
  const add = (list: Problems, kind: 'problems' | 'warnings'): void => {
    for (const { path, message } of list) {
      const id = nodeOfPath(graph, path);
      if (id === undefined) continue;
      const note = notes.get(id);
      notes.set(id, { ...note, [kind]: [...(note?.[kind] ?? []), message] });
    }
  };
  add(problems, 'problems');
  add(warnings, 'warnings');
  return notes;
}

/** The id of the node that a path names, also through the source of an edge; undefined for anything else. */
export function nodeOfPath({ nodes, edges }: Graph, path: string): string | undefined {
  const [, list, index] = /^(nodes|edges)\[(\d+)\]/.exec(path) ?? [];
  if (list === 'nodes') return nodes[Number(index)]?.id;
  if (list === 'edges') return edges[Number(index)]?.source;
  return undefined;
}
