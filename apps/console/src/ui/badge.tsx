import classes from './badge.module.css';

export type Tone = 'good' | 'info' | 'caution' | 'serious' | 'critical' | 'neutral';

/** A short state with a colour and a text, so that it does not depend on the colour. */
export function StateBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
