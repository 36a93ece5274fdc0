import { Text } from '@mantine/core';
import { Notice } from '../../../ui/notice';
import type { Problem, Problems } from '../problems/use-shown-problems';
import { useEditorTexts } from './editor.texts';
import { useFieldLabel } from './field.texts';
import { fieldName, sentence } from './problems';

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

interface LinesProps {
  problems: readonly Problem[];
  prefix: string;
}

function Lines({ problems, prefix }: LinesProps) {
  const labelOf = useFieldLabel();
  return problems.map(({ path, message }) => {
    const field = fieldName(path.slice(prefix.length), labelOf);
    return (
      <Text key={path + message} size="sm">
        {field ? `${field}: ${message}` : sentence(message)}
      </Text>
    );
  });
}
