import { Link, type LinkProps } from '@tanstack/react-router';
import type { Tone } from './badge';
import classes from './figure.module.css';

interface FigureProps {
  title: string;
  value: string;
  unit?: string;
  /** A comparison, or what the value means. */
  note?: string;
  tone?: Tone;
  /** The page with the details of the figure. */
  to?: LinkProps['to'];
}

/** A key figure: its name, its value, and a note. */
export function Figure({ title, value, unit, note, tone, to }: FigureProps) {
  return (
    <div className={classes.figure} data-tone={tone}>
      <h2 className={classes.title}>
        {to ? (
          <Link to={to} className={classes.link}>
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      <p className={classes.value}>
        {value} {unit && <span className={classes.unit}>{unit}</span>}
      </p>
      <p className={classes.note}>{note ?? '\u00A0'}</p>
    </div>
  );
}
