import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { plantroom, unwrap } from '../../../../api/plantroom';
import { useMessageText } from '../../../../ui/messages/use-message-text';
import { useFormTexts } from '../form/form.texts';
import { useFormContext } from '../form/form-context';
import { dataFor } from './data-for';

const DELAY_MS = 400;
const MOST_SHOWN = 300;

interface PreviewProps {
  text: string;
  kind: 'expression' | 'template';
}

/** The value of an expression on the data of the last execution, as the API computes it. */
export function ExpressionPreview({ text, kind }: PreviewProps) {
  const t = useFormTexts();
  const messageText = useMessageText();
  const { data } = useFormContext();
  const [settled] = useDebouncedValue(text, DELAY_MS);
  const isComplete = kind === 'expression' ? settled.trim() !== '' : /\{\{\s*[^\s}]/.test(settled);
  const body = { text: settled, kind, data: dataFor(settled, data) };
  const preview = useQuery({
    queryKey: ['/api/workflows/expressions/evaluate', body],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.POST('/api/workflows/expressions/evaluate', { body, signal })),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!isComplete || !preview.data) return null;
  const { value, error } = preview.data;
  if (error) {
    return (
      <Text size="xs" mt={4} c="var(--mantine-color-error)">
        {messageText(error)}
      </Text>
    );
  }
  return (
    <Text size="xs" mt={4} c="dimmed" ff="monospace" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
      <Text span size="xs" ff="text">
        {t('preview')}
      </Text>{' '}
      {shortened(value)}
    </Text>
  );
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
