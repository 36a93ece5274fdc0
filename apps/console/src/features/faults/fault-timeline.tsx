import { useState } from 'react';
import { Button, Group, Stack, Text, Textarea, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAccount, useHasRole } from '../../api/account';
import { useFormat } from '../../format/use-format';
import { useActorName } from '../../ui/actor.texts';
import { DeleteIcon } from '../../ui/delete-button';
import { QueryState } from '../../ui/query-state';
import { useUnsaved } from '../../ui/unsaved';
import { useAction } from '../../ui/use-action';
import {
  createComment,
  deleteComment,
  FAULTS,
  type Fault,
  type FaultComment,
  faultCommentsQuery,
} from './faults.queries';
import { useFaultTexts } from './faults.texts';

type Entry =
  | { at: string; step: 'reportedAt' | 'startedAt' | 'resolvedAt' }
  | { at: string; comment: FaultComment };

/** The events of a fault and the comments about it, newest first. */
export function FaultTimeline({ fault }: { fault: Fault }) {
  const t = useFaultTexts();
  const isOperator = useHasRole('operator');
  return (
    <section>
      <Title order={3} size="h5" mb="sm">
        {t('timeline')}
      </Title>
      {isOperator && <NewComment id={fault.id} />}
      <QueryState query={useQuery(faultCommentsQuery(fault.id))} height={160}>
        {(comments) => (
          <Timeline bulletSize={14} lineWidth={2}>
            {entriesOf(fault, comments).map((entry) => (
              <Timeline.Item
                key={'comment' in entry ? entry.comment.id : entry.step}
                title={<EntryTitle entry={entry} />}
              >
                <EntryText entry={entry} />
              </Timeline.Item>
            ))}
          </Timeline>
        )}
      </QueryState>
    </section>
  );
}

function entriesOf({ reportedAt, startedAt, resolvedAt }: Fault, comments: readonly FaultComment[]): Entry[] {
  const steps: Entry[] = [
    { at: reportedAt, step: 'reportedAt' },
    ...(startedAt ? [{ at: startedAt, step: 'startedAt' } as const] : []),
    ...(resolvedAt ? [{ at: resolvedAt, step: 'resolvedAt' } as const] : []),
  ];
  const written = comments.map((comment) => ({ at: comment.createdAt, comment }));
  return [...steps, ...written].sort((a, b) => b.at.localeCompare(a.at));
}

function EntryTitle({ entry }: { entry: Entry }) {
  const t = useFaultTexts();
  const authorOf = useAuthorOf();
  return (
    <Group justify="space-between" wrap="nowrap" mih={26}>
      <Text size="sm" fw={500}>
        {'comment' in entry ? authorOf(entry.comment) : t(`event.${entry.step}`)}
      </Text>
      {'comment' in entry && <DeleteComment comment={entry.comment} />}
    </Group>
  );
}

function EntryText({ entry }: { entry: Entry }) {
  const { dateTime } = useFormat();
  return (
    <>
      <Text size="xs" c="dimmed">
        {dateTime(entry.at)}
      </Text>
      {'comment' in entry && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {entry.comment.text}
        </Text>
      )}
    </>
  );
}

function useAuthorOf(): (comment: FaultComment) => string {
  const actorName = useActorName();
  return ({ authorName, authorId }) => actorName(authorName, authorId);
}

/** Operators delete their own comments, engineers delete any. */
function DeleteComment({ comment }: { comment: FaultComment }) {
  const t = useFaultTexts();
  const authorOf = useAuthorOf();
  const { id } = useAccount();
  const isOperator = useHasRole('operator');
  const isEngineer = useHasRole('engineer');
  if (!isEngineer && !(isOperator && comment.authorId === id)) return null;
  const title = t('deleteComment', { name: authorOf(comment) });
  return (
    <DeleteIcon label={title} title={title} remove={() => deleteComment(comment)} changes={[FAULTS]}>
      {t('hint.deleteComment')}
    </DeleteIcon>
  );
}

function NewComment({ id }: { id: number }) {
  const t = useFaultTexts();
  const [text, setText] = useState('');
  useUnsaved(() => text.trim() !== '');
  const create = useAction(() => createComment(id, text.trim()), {
    done: t('done.comment'),
    changes: [FAULTS],
    onDone: () => setText(''),
  });
  return (
    <Stack gap="xs" mb="md">
      <Textarea
        aria-label={t('comment')}
        placeholder={t('comment')}
        maxLength={10_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button
          variant="default"
          disabled={text.trim() === ''}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          {t('addComment')}
        </Button>
      </Group>
    </Stack>
  );
}
