import type { Value } from '@app/gateway-server';
import { DomainError } from '@app/kernel';
import type { Labels, PointConfiguration } from '../configuration/configuration.dto';

const LONGEST = 100;

/** Returns the text of a number; the number itself if it has none. Other values stay as they are. */
export function labelled(value: Value | string | null, labels: Labels | undefined): Value | string | null {
  return labels && typeof value === 'number' ? (labels[String(value)] ?? String(value)) : value;
}

/** @throws DomainError `invalid` if no number has this text */
export function numberOf(code: string, labels: Labels, text: unknown): number {
  const found = Object.entries(labels).find(([, label]) => label === text);
  if (found) return Number(found[0]);
  throw DomainError.invalid(`The point ${code} accepts only ${Object.values(labels).join(', ')}.`);
}

/** Generates the problems of the labels of a point. */
export function* labelProblems(point: PointConfiguration, dataType: string): Generator<string> {
  const { labels, fold } = point;
  if (!labels) return;
  const texts = Object.values(labels);
  const areNumbers = Object.keys(labels).every(
    (number) => String(Number(number)) === number && number !== 'NaN',
  );
  if (texts.length === 0 || !areNumbers) yield 'needs labels for numbers';
  if (!texts.every((text) => typeof text === 'string' && text !== '' && text.length <= LONGEST))
    yield `needs labels of 1 to ${LONGEST} characters`;
  if (new Set(texts).size < texts.length) yield 'has a label for several numbers';
  if (dataType !== 'number') yield 'has labels, so its type must be a number';
  if ((point.min ?? point.max ?? point.step) !== undefined)
    yield 'has labels, which take the place of min, max and step';
  if (fold === 'mean' || fold === 'sum') yield 'has labels, so its fold must be first or last';
}
