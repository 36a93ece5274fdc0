import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Point } from '../api/points';
import classes from './point-link.module.css';

interface PointLinkProps {
  /** Undefined if there is no point with this code. */
  point: Point | undefined;
  code: string;
}

/** The name of a point with a link to its history, above its code. */
export function PointLink({ point, code }: PointLinkProps) {
  return (
    <div>
      {point && (
        <Link to="/points" search={{ point: point.id }} className={classes.link}>
          {point.name}
        </Link>
      )}
      <Text size={point ? 'xs' : 'sm'} c={point ? 'dimmed' : undefined} ff="monospace">
        {code}
      </Text>
    </div>
  );
}
