import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** The fields of a record: a list of `Fact`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

interface FactProps {
  name: string;
  /** Null or undefined hides the fact. */
  children: ReactNode;
}

export function Fact({ name, children }: FactProps) {
  if (children === null || children === undefined) return null;
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
