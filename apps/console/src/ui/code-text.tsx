import { Text, type TextProps } from '@mantine/core';

interface CodeTextProps extends TextProps {
  children: string;
}

/** A code, path or other text for programs. */
export function CodeText(props: CodeTextProps) {
  return <Text size="sm" ff="monospace" {...props} />;
}
