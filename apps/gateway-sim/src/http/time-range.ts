import { DomainError } from '@app/kernel';
import { parseInstant } from '../replay/parse-instant';

/**
 * The range `[from, to)` of a request whose instants were checked.
 * @throws DomainError invalid when it is empty
 */
export function timeRange(request: { from: string; to: string }): { fromMs: number; toMs: number } {
  const fromMs = parseInstant(request.from) ?? Number.NaN;
  const toMs = parseInstant(request.to) ?? Number.NaN;
  if (!(fromMs < toMs)) throw DomainError.invalid('from must lie before to.');
  return { fromMs, toMs };
}
