import type { PointRow } from '@app/domain';
import { DomainError, inTurns } from '@app/kernel';
import { checked, isRecord } from '../../http/body/request.pipe';
import { PointDefinitionDto } from './point-import.dto';

/**
 * Checks each row separately. Yields to the event loop from time to time, because checking thousands of rows would
 * block it for too long.
 */
export function toPointRows(values: readonly unknown[]): Promise<PointRow[]> {
  return inTurns(rowsOf(values));
}

function* rowsOf(values: readonly unknown[]): Generator<void, PointRow[]> {
  const rows: PointRow[] = [];
  for (const value of values) {
    rows.push(rowOf(value));
    yield;
  }
  return rows;
}

function rowOf(value: unknown): PointRow {
  if (!isRecord(value)) return { fault: 'The point must be an object.' };
  try {
    const { instance, details } = checked(PointDefinitionDto, value);
    return details.length === 0
      ? instance
      : { fault: `${details.map(({ message }) => message).join('; ')}.` };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { fault: error.message };
  }
}
