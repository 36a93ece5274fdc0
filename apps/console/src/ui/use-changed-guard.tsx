import { type ReactNode, useState } from 'react';
import { LeaveQuestion } from './leave-guard';
import { type Forms, FormsContext, type SearchParameter, hasUnsaved, useUnsaved } from './unsaved';

interface GuardedForms {
  isOpen?: boolean;
  /** Returns true while a form has unsaved changes. Forms among the fields report theirs with `useUnsaved`. */
  isDirty?: () => boolean;
  /** The search parameter of the address that opens and closes the form; undefined if there is none. */
  parameter?: SearchParameter;
  onClose: () => void;
}

interface ChangedGuard {
  /** Closes at once if there are no unsaved changes, and asks otherwise. */
  requestClose: () => void;
  /** Wraps the fields, and shows the question. */
  guard: (fields: ReactNode) => ReactNode;
}

/**
 * Asks before a form with unsaved changes is closed. The form itself closes without a question after it was saved, by
 * calling `onClose`. The page around it asks before it is left.
 */
export function useChangedGuard({ isOpen = true, isDirty, parameter, onClose }: GuardedForms): ChangedGuard {
  const [forms] = useState<Forms>(() => new Set());
  const [isAsking, setAsking] = useState(false);
  if (!isOpen && isAsking) setAsking(false);
  const hasChanges = () => Boolean(isDirty?.()) || hasUnsaved(forms);
  useUnsaved(() => isOpen && hasChanges(), parameter);
  return {
    requestClose: () => (hasChanges() ? setAsking(true) : onClose()),
    guard: (fields) => (
      <FormsContext value={forms}>
        {fields}
        <LeaveQuestion
          isOpen={isAsking}
          onLeave={() => {
            setAsking(false);
            onClose();
          }}
          onStay={() => setAsking(false)}
        />
      </FormsContext>
    ),
  };
}
