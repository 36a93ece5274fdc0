import { Button, type ButtonProps, CopyButton } from '@mantine/core';
import { useUiTexts } from './ui.texts';

interface CopyTextProps {
  text: string;
  /** Names the text, if there are several: "Copy the address". */
  label?: string;
  size?: ButtonProps['size'];
}

/** A button that copies a text. */
export function CopyText({ text, label, size }: CopyTextProps) {
  const t = useUiTexts();
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" size={size} flex="none" aria-label={label} onClick={copy}>
          {t(copied ? 'copied' : 'copy')}
        </Button>
      )}
    </CopyButton>
  );
}
