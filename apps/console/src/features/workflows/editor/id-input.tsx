import { useState } from 'react';
import { TextInput } from '@mantine/core';
import type { GraphNode } from '../graph/definition';
import { useEditorTexts } from './editor.texts';
import { renamed } from './graph-edits';
import type { Editor } from './use-editor';

const VALID = /^[\w.-]{1,64}$/;

interface IdInputProps {
  editor: Editor;
  node: GraphNode;
  onRenamed: (id: string) => void;
}

/** The id of a node. When the field loses the focus, the node is renamed everywhere. */
export function IdInput({ editor, node: { id }, onRenamed }: IdInputProps) {
  const t = useEditorTexts();
  const [text, setText] = useState(id);
  const { nodes } = editor.draft.graph;
  const isTaken = nodes.some((node) => node.id === text && node.id !== id);
  const isValid = VALID.test(text) && !isTaken;
  const rename = () => {
    if (!isValid || text === id) return;
    editor.changeGraph((graph) => renamed(graph, id, text));
    onRenamed(text);
  };
  const path = /^[A-Za-z_]\w*$/.test(text) ? `nodeOutputs.${text}` : `nodeOutputs['${text}']`;
  return (
    <TextInput
      label={t('id')}
      description={t('idHint', { path })}
      maxLength={64}
      value={text}
      error={isValid ? null : t('idInvalid')}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={rename}
      onKeyDown={({ key }) => key === 'Enter' && rename()}
    />
  );
}
