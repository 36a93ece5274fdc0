import { type FocusEvent, useRef, useState } from 'react';
import { Button, type ButtonProps, Popover, Textarea } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { copyFrom } from './copy-from';
import { useUiTexts } from './ui.texts';
import { useLayer } from './use-layer';

interface CopyTextProps {
  text: string;
  /** Names the text, if there are several: "Copy the address". */
  label?: string;
  size?: ButtonProps['size'];
}

const SHOWN_MS = 1000;

/** A button that copies a text. If the browser does not allow this, the text is shown selected. */
export function CopyText({ text, label, size }: CopyTextProps) {
  const t = useUiTexts();
  const button = useRef<HTMLButtonElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  // Escape closes this text, and not the dialog around it.
  useLayer(outcome === 'refused', () => setOutcome(null));
  const { start } = useTimeout(() => setOutcome(null), SHOWN_MS);
  const copy = async () => {
    const isCopied = await copyFrom(button.current, text);
    setOutcome(isCopied ? 'copied' : 'refused');
    if (isCopied) start();
  };
  return (
    <Popover
      opened={outcome === 'refused'}
      onClose={() => setOutcome(null)}
      width={320}
      trapFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          ref={button}
          variant="default"
          size={size}
          flex="none"
          aria-label={label}
          onClick={() => void copy()}
        >
          {t(outcome === 'copied' ? 'copied' : 'copy')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Textarea
          label={t('copyByHand')}
          value={text}
          readOnly
          maxRows={8}
          data-autofocus
          onFocus={selectAll}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

const selectAll = ({ currentTarget }: FocusEvent<HTMLTextAreaElement>) => currentTarget.select();
