import { Text } from '@mantine/core';
import { Notice } from '../../../ui/notice';
import type { Problem, Problems } from '../problems/use-shown-problems';
import { useEditorTexts } from './editor.texts';
import { useFieldLabel } from './field.texts';
import type { Schema } from './form/schema';
import { fieldName, sentence } from './problems';

interface ProblemNotesProps extends Problems {
  /** The prefix of the paths. It is not shown, because the reader knows it. */
  prefix: string;
  /** The schema of the configuration, for the names of its fields. */
  schema: Schema | undefined;
}

/** The problems and warnings of the node or trigger whose panel is open. */
export function ProblemNotes({ problems, warnings, prefix, schema }: ProblemNotesProps) {
  const t = useEditorTexts();
  return (
    <>
      {problems.length > 0 && (
        <Notice tone="critical" title={t('problems')}>
          <Lines problems={problems} prefix={prefix} schema={schema} />
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice tone="caution" title={t('warnings')}>
          <Lines problems={warnings} prefix={prefix} schema={schema} />
        </Notice>
      )}
    </>
  );
}

interface LinesProps extends Pick<ProblemNotesProps, 'prefix' | 'schema'> {
  problems: readonly Problem[];
}

function Lines({ problems, prefix, schema }: LinesProps) {
  const labelOf = useFieldLabel();
  return problems.map(({ path, message }) => {
    const field = fieldName(path.slice(prefix.length), labelOf, schema);
    return (
      <Text key={path + message} size="sm">
        {field ? `${field}: ${message}` : sentence(message)}
      </Text>
    );
  });
}
