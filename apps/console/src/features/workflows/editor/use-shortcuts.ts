import { useHotkeys } from '@mantine/hooks';
import type { Editor } from './use-editor';

/** Undo, redo and save by the keyboard. In a text field, undo is that of the browser. */
export function useShortcuts(editor: Editor, save: () => void): void {
  useHotkeys([
    ['mod+z', editor.undo],
    ['mod+y', editor.redo],
    ['mod+shift+z', editor.redo],
  ]);
  useHotkeys([['mod+s', save]], []);
}
