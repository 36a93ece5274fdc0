import { Link } from '@tanstack/react-router';
import { CodeText } from '../../ui/code-text';
import classes from '../../ui/point-link.module.css';
import type { AuditEntry } from './audit.queries';
import { auditTarget } from './audit-target';

/** The name of the record that an action has affected, with a link to its page, above its kind and id. */
export function TargetLink({ entry }: { entry: AuditEntry }) {
  const { name, link } = auditTarget(entry);
  if (!entry.target) return '–';
  const title = name ?? entry.target;
  return (
    <div>
      {link ? (
        <Link {...link} className={classes.link}>
          {title}
        </Link>
      ) : (
        title
      )}
      {name && (
        <CodeText size="xs" c="dimmed">
          {entry.target}
        </CodeText>
      )}
    </div>
  );
}
