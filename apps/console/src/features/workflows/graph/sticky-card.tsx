import { createContext, memo, use } from 'react';
import type { NodeProps } from '@xyflow/react';
import { useWorkflowTexts } from '../workflows.texts';
import type { StickyNode } from './flow-elements';
import classes from './sticky-card.module.css';

/** Stores the text of the note with this index; undefined if the graph cannot be changed. */
export const WritesNotes = createContext<((index: number, text: string) => void) | undefined>(undefined);

/** A sticky note, which is dragged by its edge while its text can be changed. */
export const StickyCard = memo(function StickyCard({ data: { text, index } }: NodeProps<StickyNode>) {
  const t = useWorkflowTexts();
  const write = use(WritesNotes);
  if (!write) return <div className={classes.note}>{text}</div>;
  return (
    <div className={classes.note}>
      <textarea
        className={`nodrag nowheel nokey ${classes.text}`}
        aria-label={t('stickyNote')}
        placeholder={t('stickyNote')}
        maxLength={2000}
        value={text}
        onChange={({ currentTarget }) => write(index, currentTarget.value)}
      />
    </div>
  );
});
