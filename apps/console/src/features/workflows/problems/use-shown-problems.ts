import { useMemo } from 'react';
import type { Failure } from '../../../api/plantroom';
import { useMessageText } from '../../../ui/messages/use-message-text';
import { NODE_FAILURES, type NodeFailure } from '../node-failures';
import type { Workflow } from '../workflows.queries';

/** A problem in the language of the user. */
export interface Problem {
  path: string;
  message: string;
}

/** The result of a check by the API. */
export interface Problems {
  problems: readonly Problem[];
  warnings: readonly Problem[];
}

/** Returns the problems and warnings in the language of the user. */
export function useShownProblems({ problems, warnings }: Pick<Workflow, 'problems' | 'warnings'>): Problems {
  const textOf = useMessageText();
  return useMemo(() => {
    const shown = (list: Workflow['problems']) =>
      list.map(({ path, ...problem }) => ({ path, message: textOf(explained(problem)) }));
    return { problems: shown(problems), warnings: shown(warnings) };
  }, [textOf, problems, warnings]);
}

/** Explains by which error a node would fail. */
function explained(problem: Failure): Failure {
  const { failure } = problem.values;
  if (problem.code !== 'fails_with') return problem;
  const text = NODE_FAILURES[failure as NodeFailure] ?? failure;
  return { ...problem, values: { ...problem.values, failure: text } };
}
