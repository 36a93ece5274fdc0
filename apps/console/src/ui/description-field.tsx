import { Textarea, type TextareaProps } from '@mantine/core';
import { useUiTexts } from './ui.texts';

/** The description of a record. */
export function DescriptionField(props: TextareaProps & { maxLength: number }) {
  const t = useUiTexts();
  return <Textarea label={t('description')} {...props} />;
}
