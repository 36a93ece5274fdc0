import { Link } from '@tanstack/react-router';
import { CodeText } from './code-text';
import classes from './point-link.module.css';

interface PointLinkProps {
  /** Its id and name are null, or it is undefined, if there is no point with this code. */
  point: { id: number | null; name: string | null } | undefined;
  code: string;
}

/** The name of a point with a link to its history, above its code. */
export function PointLink({ point, code }: PointLinkProps) {
  if (!point?.id) return <CodeText>{code}</CodeText>;
  return (
    <div>
      <Link to="/points" search={{ point: point.id }} className={classes.link}>
        {point.name}
      </Link>
      <CodeText size="xs" c="dimmed">
        {code}
      </CodeText>
    </div>
  );
}
