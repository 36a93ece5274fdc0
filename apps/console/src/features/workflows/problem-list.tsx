import { Text } from '@mantine/core';
import { Notice } from '../../ui/notice';

interface ProblemListProps {
  title: string;
  tone: 'caution' | 'critical';
  problems: readonly { path: string; message: string }[];
}

/** The problems of a definition, each with its field. */
export function ProblemList({ title, tone, problems }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <Notice tone={tone} title={title}>
      {problems.map(({ path, message }) => (
        <Text key={path + message} size="sm">
          <Text span ff="monospace" size="sm">
            {path}
          </Text>{' '}
          {message}
        </Text>
      ))}
    </Notice>
  );
}
