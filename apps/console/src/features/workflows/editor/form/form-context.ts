import { createContext, useContext } from 'react';
import type { ExpressionFunction } from '../../catalogue.queries';

/** The context of the fields of a form. */
export interface FormContextValue {
  /** The path of the form in the definition: `nodes[2].config`. */
  path: string;
  /** Problems by the path of their field. */
  problems: ReadonlyMap<string, string>;
  /** Whether texts may contain `{{ expression }}`. */
  hasTemplates: boolean;
  /** The data that expressions can read, as far as it is known. */
  data: Readonly<Record<string, unknown>>;
  /** The data of conditions that are evaluated outside of the execution, if it differs. */
  conditionData?: Readonly<Record<string, unknown>>;
  /** Whether the data comes from an execution, so that expressions can be previewed. */
  hasRealData: boolean;
  functions: readonly ExpressionFunction[];
}

export const FormContext = createContext<FormContextValue>({
  path: '',
  problems: new Map(),
  hasTemplates: true,
  data: {},
  hasRealData: false,
  functions: [],
});

export const useFormContext = () => useContext(FormContext);

/** Returns the problem of the field at this path, without problems of nested fields. */
export function useProblemAt(path: string): string | undefined {
  return useFormContext().problems.get(path);
}
