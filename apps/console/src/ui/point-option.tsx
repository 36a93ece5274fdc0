import { Text } from '@mantine/core';
import type { Point } from '../api/points';
import { CodeText } from './code-text';

export interface OfferedPoint extends Pick<Point, 'code' | 'name' | 'unit'> {
  /** The name of the object through which the point was found. */
  object?: string;
}

/** Draws the code of an option with the name and the unit of its point. */
export const pointOption = (points: readonly OfferedPoint[]) =>
  function PointOption({ option }: { option: { value: string } }) {
    const point = points.find(({ code }) => code === option.value);
    return (
      <div>
        <CodeText>{option.value}</CodeText>
        <Text size="xs" c="dimmed">
          {[point?.name, point?.unit, point?.object].filter(Boolean).join(' · ')}
        </Text>
      </div>
    );
  };
