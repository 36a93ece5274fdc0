import classes from './badge.module.css';

export type Tone = 'good' | 'info' | 'caution' | 'serious' | 'critical' | 'neutral';

/** A state as a short text with a colour. The text alone identifies the state. */
export function StateBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
