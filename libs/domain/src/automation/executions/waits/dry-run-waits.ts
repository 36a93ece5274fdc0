import type { Json, WaitPortTarget, WaitsPort } from '@app/workflow-engine';

/** The waits of a dry run are met at once, with data that has the usual fields and no values. */
export const DRY_RUN_WAITS: WaitsPort = {
  ask: ({ target }) => Promise.resolve({ status: 'met', data: dataOf(target) }),
};

function dataOf(target: WaitPortTarget): Json {
  if (target.kind !== 'points') return {};
  const [code = ''] = target.watch;
  return { code, value: null, previous: null, quality: 'uncertain', timestamp: null };
}
