import { useMemo, useReducer, useState } from 'react';
import type { Graph } from '../graph/definition';
import type { Draft } from './draft';
import { begin, type History, redo, step, undo } from './history';

type Change = (draft: Draft) => Draft;

type Action =
  | { kind: 'change'; change: Change; key?: string; atMs: number }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'replace'; draft: Draft };

function reduce(history: History<Draft>, action: Action): History<Draft> {
  switch (action.kind) {
    case 'change':
      return step(history, action.change(history.present), action);
    case 'undo':
      return undo(history);
    case 'redo':
      return redo(history);
    default:
      return begin(action.draft);
  }
}

export interface Editor {
  draft: Draft;
  isDirty: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** @param key changes with the same key that follow each other quickly are undone together */
  change: (changes: Partial<Draft>, key?: string) => void;
  changeGraph: (change: (graph: Graph) => Graph, key?: string) => void;
  undo: () => void;
  redo: () => void;
  /**
   * Marks a draft as stored. If it is enabled or disabled by this, the shown draft follows, and keeps later changes.
   */
  markSaved: (draft: Draft, edited?: Draft) => void;
  /** Drops all changes and shows this draft, which is stored. */
  replace: (draft: Draft) => void;
}

/** The draft that is edited, with its history. The functions always stay the same. */
export function useEditor(first: Draft, isStored: boolean): Editor {
  const [history, dispatch] = useReducer(reduce, first, begin<Draft>);
  const [saved, setSaved] = useState<Draft | null>(isStored ? first : null);
  const { present, past, future } = history;
  const actions = useMemo(() => {
    const apply = (change: Change, key?: string) =>
      dispatch({ kind: 'change', change, key, atMs: performance.now() });
    return {
      change: (changes: Partial<Draft>, key?: string) => apply((draft) => ({ ...draft, ...changes }), key),
      changeGraph: (change: (graph: Graph) => Graph, key?: string) =>
        apply((draft) => {
          const graph = change(draft.graph);
          return graph === draft.graph ? draft : { ...draft, graph };
        }, key),
      undo: () => dispatch({ kind: 'undo' }),
      redo: () => dispatch({ kind: 'redo' }),
      markSaved: (draft: Draft, edited = draft) => {
        setSaved(draft);
        const { enabled } = draft;
        if (edited !== draft) apply((current) => (current === edited ? draft : { ...current, enabled }));
      },
      replace: (draft: Draft) => {
        setSaved(draft);
        dispatch({ kind: 'replace', draft });
      },
    };
  }, []);
  return {
    draft: present,
    isDirty: present !== saved,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    ...actions,
  };
}
