import { List, Text } from '@mantine/core';
import type { components } from '../api/plantroom';
import { useFormat } from '../format/use-format';
import { useMessageText } from './messages/use-message-text';
import { Notice } from './notice';
import { useUiTexts } from './ui.texts';
import { useFieldText } from './messages/use-message-text';

type ImportReport = components['schemas']['ImportReportDto'];

const MOST_SHOWN = 50;
/** A table begins with a header, and programs number its rows from 1. */
const FIRST_ROW = 2;

interface SkippedRowsProps {
  report: ImportReport;
  /** Whether the points come from a table, so that the number of a row helps to find it. */
  isTable?: boolean;
}

/** The rows that an import of points has left out, with the reasons. Shows nothing if there are none. */
export function SkippedRows({ report: { failed, errors }, isTable }: SkippedRowsProps) {
  const t = useUiTexts();
  const { number } = useFormat();
  const reasonOf = useReason();
  if (failed === 0) return null;
  return (
    <Notice tone="caution" title={t('skipped', { count: number(failed) })}>
      <List size="sm">
        {errors.slice(0, MOST_SHOWN).map((error) => (
          <List.Item key={error.index}>
            {isTable && t('row', { row: number(error.index + FIRST_ROW) })}
            {reasonOf(error)}
          </List.Item>
        ))}
      </List>
      {failed > MOST_SHOWN && <Text size="sm">{t('moreRows', { count: number(failed - MOST_SHOWN) })}</Text>}
    </Notice>
  );
}

function useReason(): (error: ImportReport['errors'][number]) => string {
  const messageText = useMessageText();
  const fieldText = useFieldText();
  return ({ details, ...fault }) =>
    details ? details.map((field) => `${field.path}: ${fieldText(field)}`).join(' ') : messageText(fault);
}
