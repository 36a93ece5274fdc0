import { type MouseEvent, type ReactNode, useState } from 'react';
import { LeaveQuestion } from './leave-guard';

interface GuardedForm {
  isOpen?: boolean;
  /** The saved record. If it changes, the form counts as unchanged again. */
  saved?: unknown;
  onClose: () => void;
}

interface ChangedGuard {
  /** Closes at once if nothing was changed, and asks otherwise. */
  requestClose: () => void;
  /** Wraps the fields, notices their changes, and shows the question. */
  guard: (fields: ReactNode) => ReactNode;
}

/**
 * Asks before a form is closed whose fields the user has changed. The form itself closes without a question after it was
 * saved, by calling `onClose`.
 */
export function useChangedGuard({ isOpen = true, saved, onClose }: GuardedForm): ChangedGuard {
  const [changed, setChanged] = useState<{ since: unknown } | null>(null);
  const [isAsking, setAsking] = useState(false);
  if (!isOpen && changed) setChanged(null);
  const isChanged = changed !== null && changed.since === saved;
  const change = () => setChanged({ since: saved });
  return {
    requestClose: () => (isChanged ? setAsking(true) : onClose()),
    guard: (fields) => (
      <>
        {/* The options of a list lie elsewhere in the document, but their clicks arrive here, too. */}
        <div
          role="presentation"
          onInput={change}
          onChange={change}
          onClick={(event) => isOption(event) && change()}
        >
          {fields}
        </div>
        <LeaveQuestion
          isOpen={isAsking}
          onLeave={() => {
            setAsking(false);
            setChanged(null);
            onClose();
          }}
          onStay={() => setAsking(false)}
        />
      </>
    ),
  };
}

function isOption({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('[role=option]') !== null;
}
