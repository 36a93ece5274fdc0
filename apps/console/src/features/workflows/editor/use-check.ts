import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { plantroom, unwrap } from '../../../api/plantroom';
import { type Problems, useShownProblems } from '../problems/use-shown-problems';
import { type Draft, definitionOf } from './draft';

const DELAY_MS = 500;
const NO_PROBLEMS = { problems: [], warnings: [] };

interface Check {
  problems: Problems;
  /** Why the definition could not be checked. */
  error: Error | null;
}

/**
 * Checks the draft while it is edited. The API checks it in the same way when it is saved.
 * @param id the id of the stored workflow; undefined if the workflow is new
 */
export function useCheck(draft: Draft, id: string | undefined): Check {
  const { graph, trigger } = draft;
  const [settled] = useDebouncedValue(
    JSON.stringify({ ...definitionOf({ ...draft, graph, trigger }), id }),
    DELAY_MS,
  );
  const check = useQuery({
    queryKey: ['/api/workflows/check', settled],
    queryFn: ({ signal }) => {
      const body = JSON.parse(settled) as ReturnType<typeof definitionOf>;
      return unwrap(plantroom.api.POST('/api/workflows/check', { body, signal }));
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 10_000,
  });
  return { problems: useShownProblems(check.data ?? NO_PROBLEMS), error: check.error };
}
