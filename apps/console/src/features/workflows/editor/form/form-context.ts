import { createContext, useContext } from 'react';
import type { ExpressionFunction } from '../../catalogue.queries';

/** The surroundings of the fields of a form. */
export interface FormSurroundings {
  /** The path of the form in the definition: `nodes[2].config`. */
  path: string;
  /** Problems by the path of their field. */
  problems: ReadonlyMap<string, string>;
  /** Whether texts may contain `{{ expression }}`. */
  hasTemplates: boolean;
  /** The data that expressions can read, as far as it is known. */
  data: Readonly<Record<string, unknown>>;
  /** The data of conditions that are evaluated later, if it differs. */
  conditionData?: Readonly<Record<string, unknown>>;
  /** Whether the data comes from an execution, so that expressions can be previewed. */
  hasRealData: boolean;
  functions: readonly ExpressionFunction[];
}

export const FormContext = createContext<FormSurroundings>({
  path: '',
  problems: new Map(),
  hasTemplates: true,
  data: {},
  hasRealData: false,
  functions: [],
});

export const useFormSurroundings = () => useContext(FormContext);

/** Returns the problem of the field at this path, without those of its parts. */
export function useProblemAt(path: string): string | undefined {
  return useFormSurroundings().problems.get(path);
}
