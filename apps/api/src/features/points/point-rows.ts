import type { PointRow } from '@app/domain';
import { DomainError, inTurns, type Message, say } from '@app/kernel';
import { checked, isRecord } from '../../http/body/request.pipe';
import { TOO_MANY_CELLS } from './csv-points';
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
  if (value === TOO_MANY_CELLS) return malformed(say('too_many_cells'));
  if (!isRecord(value)) return malformed(say('row_no_object'));
  try {
    const { instance, details } = checked(PointDefinitionDto, value);
    if (details.length === 0) return instance;
    const reason = details.map(({ path, message }) => `${path} ${message}`).join('; ');
    return { fault: { ...say('invalid_fields', { reason }), details } };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return malformed(error.reason);
  }
}

function malformed(reason: Message): PointRow {
  return { fault: say('malformed', { reason }) };
}
