import { notesOfResults } from '../execution/result-notes';
import type { Graph } from '../graph/definition';
import type { Notes } from '../graph/flow-elements';
import { notesOfProblems } from '../graph/problem-notes';
import type { ExecutionDetail } from '../workflows.queries';
import type { Problems } from '../problems/use-shown-problems';

/** The problems of the nodes, and the results of a dry run. */
export function notesOf(graph: Graph, { problems, warnings }: Problems, run: ExecutionDetail | null): Notes {
  const found = notesOfProblems(graph, problems, warnings) ?? new Map();
  if (!run) return found;
  const results = notesOfResults(graph, run.nodeResults, run.status);
  const ids = new Set([...found.keys(), ...results.keys()]);
  return new Map([...ids].map((id) => [id, { ...found.get(id), ...results.get(id) }]));
}
