import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/** Functions that return true while a form has unsaved changes. */
export type Forms = Set<() => boolean>;

/** The forms of the page. A dialog or a drawer has its own set, and is itself one of the forms of the page. */
export const pageForms: Forms = new Set();

export const FormsContext = createContext(pageForms);

/** Lets the page, dialog or drawer around a form ask before unsaved changes are lost. */
export function useUnsaved(isDirty: () => boolean): void {
  const forms = useContext(FormsContext);
  const hasChanges = useEffectEvent(isDirty);
  useEffect(() => {
    const form = () => hasChanges();
    forms.add(form);
    return () => void forms.delete(form);
  }, [forms]);
}

export function hasUnsaved(forms: Forms): boolean {
  return [...forms].some((isDirty) => isDirty());
}
