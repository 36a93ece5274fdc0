import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  tone: 'caution' | 'critical';
  title?: string;
  children: ReactNode;
}

/** A message about the whole page: what is wrong, and what to do. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role="alert">
      {title && <p className={classes.title}>{title}</p>}
      {children}
    </div>
  );
}
