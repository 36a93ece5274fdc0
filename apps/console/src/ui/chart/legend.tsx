import { UnstyledButton } from '@mantine/core';
import classes from './legend.module.css';

export interface LegendEntry {
  name: string;
  color: string;
  /** The index of the series in the options of the plot. */
  series: number;
}

interface LegendProps {
  entries: readonly LegendEntry[];
  /** The series that are not drawn. */
  hidden: ReadonlySet<number>;
  onChange: (hidden: ReadonlySet<number>) => void;
}

/** The names of the series. A click hides a series, or shows it again. */
export function Legend({ entries, hidden, onChange }: LegendProps) {
  return (
    <div className={classes.legend}>
      {entries.map(({ name, color, series }) => (
        <UnstyledButton
          key={series}
          className={classes.entry}
          aria-pressed={!hidden.has(series)}
          onClick={() => onChange(toggled(hidden, series))}
        >
          <span className={classes.mark} style={{ background: color }} />
          {name}
        </UnstyledButton>
      ))}
    </div>
  );
}

function toggled(hidden: ReadonlySet<number>, series: number): ReadonlySet<number> {
  const next = new Set(hidden);
  if (!next.delete(series)) next.add(series);
  return next;
}
