import { Text } from '@mantine/core';
import { Notice } from '../../../ui/notice';
import type { Problem, Problems } from '../problems/use-shown-problems';
import { useEditorTexts } from './editor.texts';
import { sentence } from './problems';

interface ProblemNotesProps extends Problems {
  /** The prefix of the paths. It is not shown, because the reader knows it. */
  prefix: string;
}

/** The problems and warnings of the node or trigger whose panel is open. */
export function ProblemNotes({ problems, warnings, prefix }: ProblemNotesProps) {
  const t = useEditorTexts();
  return (
    <>
      {problems.length > 0 && (
        <Notice tone="critical" title={t('problems')}>
          <Lines problems={problems} prefix={prefix} />
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice tone="caution" title={t('warnings')}>
          <Lines problems={warnings} prefix={prefix} />
        </Notice>
      )}
    </>
  );
}

function Lines({ problems, prefix }: { problems: readonly Problem[]; prefix: string }) {
  return problems.map(({ path, message }) => {
    const field = path.slice(prefix.length).replace(/^\.?(config\.)?/, '');
    return (
      <Text key={path + message} size="sm">
        {field && (
          <Text span ff="monospace" size="xs">
            {field}:{' '}
          </Text>
        )}
        {field ? message : sentence(message)}
      </Text>
    );
  });
}
