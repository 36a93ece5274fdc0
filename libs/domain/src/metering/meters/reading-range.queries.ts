import type { MeterEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';
import { contextOf } from '../arithmetic/reading-context';
import { type ReadingSource, usableBefore, usableFrom } from './readings.queries';

interface Range {
  fromMs: number;
  toMs: number;
}

/**
 * The range [fromMs, toMs) of the timestamps of all readings on which the energy of a period depends; see
 * `ReadingContext`.
 */
export async function readingRange(
  manager: EntityManager,
  meter: MeterEntity,
  { fromMs, toMs }: Range,
  source: ReadingSource,
): Promise<Range> {
  if (meter.kind === 'interval') {
    const lengthMs = meter.intervalSeconds * 1000;
    return { fromMs: fromMs - lengthMs, toMs: toMs + lengthMs + 1 };
  }
  const { before, after } = contextOf(meter);
  const previous = await usableBefore(manager, meter.id, fromMs + 1, before, source);
  const next = await usableFrom(manager, meter.id, toMs, after, source);
  return { fromMs: previous.at(-1)?.atMs ?? fromMs, toMs: (next.at(-1)?.atMs ?? toMs) + 1 };
}
