import { isDatabaseUnreachable } from '@app/entities';
import { RequestBatcher } from '@app/kernel';
import type { Insertion } from './new-execution';

const BATCH_EXECUTIONS = 500;
const BATCH_CHARACTERS = 4_000_000;

/** Collects new executions that concurrent callers add, and writes them in batches, one after the other. */
export function intakeBatches<Result>(
  write: (insertions: readonly Insertion[]) => Promise<readonly Result[]>,
): RequestBatcher<Insertion, Result> {
  return new RequestBatcher(write, {
    isSerial: true,
    items: BATCH_EXECUTIONS,
    mayBeOfOneItem: (error) => !isDatabaseUnreachable(error),
    size: BATCH_CHARACTERS,
    sizeOf: ({ execution }) => execution.triggerData.length,
  });
}
