import { useMemo } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type components, plantroom, unwrap } from './plantroom';
import { queryClient } from './query-client';
import { CURRENT_VALUES, useStream } from './use-stream';

export type PointValue = components['schemas']['PointValueDto'];

/** Values that arrive within this time are shown together, because each update renders the page. */
const SHOW_MS = 250;
const arrived = new Map<string, PointValue>();
let timer: ReturnType<typeof setTimeout> | undefined;

const valuesQuery = (codes: readonly string[]) =>
  queryOptions({
    queryKey: [...CURRENT_VALUES, codes],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.POST('/api/iot/codes/values', { body: { codes: [...codes] }, signal })),
    enabled: codes.length > 0,
    placeholderData: keepPreviousData,
  });

/**
 * Returns the current values by code. They are read once, and then follow the event stream.
 * @param codes at most 10,000
 */
export function useLiveValues(codes: readonly string[]): {
  values: ReadonlyMap<string, PointValue>;
  error: Error | null;
} {
  const wanted = useMemo(() => new Set(codes), [codes]);
  const { data, error } = useQuery(valuesQuery(codes));
  useStream({
    'iot:value:change': ({ code, value, quality, timestamp }) => {
      if (!wanted.has(code)) return;
      arrived.set(code, { code, value: value as PointValue['value'], quality, timestamp });
      timer ??= setTimeout(showArrived, SHOW_MS);
    },
  });
  const values = useMemo(() => new Map(data?.map((value) => [value.code, value])), [data]);
  return { values, error };
}

function showArrived(): void {
  const changes = new Map(arrived);
  arrived.clear();
  timer = undefined;
  queryClient.setQueriesData<PointValue[]>({ queryKey: CURRENT_VALUES, type: 'active' }, (shown) =>
    shown?.some(({ code }) => changes.has(code))
      ? shown.map((value) => changes.get(value.code) ?? value)
      : shown,
  );
}
