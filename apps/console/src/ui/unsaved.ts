import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import type { ShouldBlockFn } from '@tanstack/react-router';

/** The search parameters of an address, on any page. */
type Search = Parameters<ShouldBlockFn>[0]['current']['search'];
type KeysOf<Part> = Part extends unknown ? keyof Part : never;
export type SearchParameter = KeysOf<Search>;

interface UnsavedForm {
  /** Returns true while the form has unsaved changes. */
  isDirty: () => boolean;
  /** A change of this search parameter closes the form. Undefined if no parameter does. */
  parameter: SearchParameter | undefined;
}

export type Forms = Set<UnsavedForm>;

/** The forms of the page. A dialog or a drawer has its own set, and is itself one of the forms of the page. */
export const pageForms: Forms = new Set();

export const FormsContext = createContext(pageForms);

/** Lets the page, dialog or drawer around a form ask before unsaved changes are lost. */
export function useUnsaved(isDirty: () => boolean, parameter?: SearchParameter): void {
  const forms = useContext(FormsContext);
  const hasChanges = useEffectEvent(isDirty);
  useEffect(() => {
    const form = { isDirty: () => hasChanges(), parameter };
    forms.add(form);
    return () => void forms.delete(form);
  }, [forms, parameter]);
}

export function hasUnsaved(forms: Forms): boolean {
  return [...forms].some(({ isDirty }) => isDirty());
}

/** Returns true if the change of the search would close a form that has unsaved changes. */
export function losesUnsaved(forms: Forms, search: Search, next: Search): boolean {
  const before = new Map<string, unknown>(Object.entries(search));
  const after = new Map<string, unknown>(Object.entries(next));
  return [...forms].some(
    ({ isDirty, parameter }) =>
      parameter !== undefined && before.get(parameter) !== after.get(parameter) && isDirty(),
  );
}
