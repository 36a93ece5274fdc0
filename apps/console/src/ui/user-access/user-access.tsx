import { type ReactNode, useState } from 'react';
import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../api/platform';
import { endSession, identitiesQuery, sessionsQuery, unlinkIdentity } from '../../api/user-access';
import { useFormat } from '../../format/use-format';
import { StateBadge } from '../badge';
import { ConfirmDialog } from '../confirm-dialog';
import { QueryState } from '../query-state';
import { useAction } from '../use-action';
import { useUserAccessTexts } from './user-access.texts';

interface UserAccessProps {
  userId: number;
}

/** The session and the identities of a user, as parts of a form. */
export function UserAccess({ userId }: UserAccessProps) {
  const t = useUserAccessTexts();
  return (
    <>
      <Fieldset legend={t('session')}>
        <UserSessions userId={userId} />
      </Fieldset>
      <Fieldset legend={t('identities')}>
        <UserIdentities userId={userId} />
      </Fieldset>
    </>
  );
}

/** The session of a user, which can be ended. */
export function UserSessions({ userId }: UserAccessProps) {
  const t = useUserAccessTexts();
  const { dateTime } = useFormat();
  const query = sessionsQuery(userId);
  return (
    <QueryState query={useQuery(query)} height={40}>
      {(sessions) => (
        <Rows none={t('noSession')}>
          {sessions.map(({ id, createdAt, lastUsedAt, userAgent, current }) => (
            <Row
              key={id}
              facts={t('times', { began: dateTime(createdAt), used: dateTime(lastUsedAt) })}
              verb={t('end')}
              title={t('endTitle')}
              hint={t('endHint')}
              done={t('ended')}
              end={() => endSession(userId, id)}
              changes={query.queryKey}
            >
              {userAgent ?? t('unknownProgram')}
              {current && <StateBadge tone="info">{t('thisSession')}</StateBadge>}
            </Row>
          ))}
        </Rows>
      )}
    </QueryState>
  );
}

/** The identities at sign-in providers of a user, which can be unlinked. */
export function UserIdentities({ userId }: UserAccessProps) {
  const t = useUserAccessTexts();
  const { dateTime } = useFormat();
  const providers = usePlatform()?.providers ?? [];
  const query = identitiesQuery(userId);
  const nameOf = (provider: string) => providers.find(({ id }) => id === provider)?.name ?? provider;
  return (
    <QueryState query={useQuery(query)} height={40}>
      {(identities) => (
        <Rows none={t('noIdentity')}>
          {identities.map(({ provider, subject, createdAt }) => (
            <Row
              key={`${provider} ${subject}`}
              facts={t('linkedAt', { time: dateTime(createdAt), subject })}
              verb={t('unlink')}
              title={t('unlinkTitle')}
              hint={t('unlinkHint', { provider: nameOf(provider) })}
              done={t('unlinked')}
              end={() => unlinkIdentity(userId, provider, subject)}
              changes={query.queryKey}
            >
              {nameOf(provider)}
            </Row>
          ))}
        </Rows>
      )}
    </QueryState>
  );
}

function Rows({ none, children }: { none: string; children: ReactNode[] }) {
  if (children.length > 0) return <Stack gap="xs">{children}</Stack>;
  return (
    <Text size="sm" c="dimmed">
      {none}
    </Text>
  );
}

interface RowProps {
  /** Names the session or the identity. */
  children: ReactNode;
  facts: string;
  /** The verb on the button: "End". */
  verb: string;
  title: string;
  hint: string;
  done: string;
  end: () => Promise<unknown>;
  changes: QueryKey;
}

function Row({ children, facts, verb, title, hint, done, end, changes }: RowProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { isPending, mutate } = useAction(end, { done, changes: [changes], onDone: close });
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">{children}</Group>
        <Text size="xs" c="dimmed">
          {facts}
        </Text>
      </div>
      <Button size="xs" variant="default" flex="none" onClick={() => setAsking(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={title}
        confirm={verb}
        isDangerous
        isRunning={isPending}
        onConfirm={() => mutate()}
        onClose={close}
      >
        <Text size="sm">{hint}</Text>
      </ConfirmDialog>
    </Group>
  );
}
