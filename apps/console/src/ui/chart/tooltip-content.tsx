import classes from './tooltip-content.module.css';

/** The content of a tooltip. */
export interface Hint {
  title: string;
  rows: readonly HintRow[];
}

export interface HintRow {
  name: string;
  value: string;
  color?: string;
}

export function TooltipContent({ title, rows }: Hint) {
  return (
    <div className={classes.tooltip}>
      <strong>{title}</strong>
      {rows.map(({ name, value, color = 'transparent' }) => (
        <div key={name} className={classes.row}>
          <span className={classes.mark} style={{ background: color }} />
          <span>{name}</span>
          <span className={classes.value}>{value}</span>
        </div>
      ))}
    </div>
  );
}
