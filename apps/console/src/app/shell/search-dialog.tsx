import { useState } from 'react';
import { Autocomplete, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { hasRole, type Role, useAccount } from '../../api/account';
import { activeAlertsQuery } from '../../api/alerts';
import { inTreeOrder } from '../../api/area-tree';
import { areasQuery } from '../../api/areas';
import { plantroom, unwrap } from '../../api/plantroom';
import { pointSearchQuery } from '../../api/points';
import { useFormat } from '../../format/use-format';
import { Dialog } from '../../ui/dialog';
import { useAlertText } from '../../ui/messages/use-message-text';
import { NAVIGATION } from '../navigation';
import { type ShellText, useShellTexts } from './shell.texts';

const TYPING_MS = 200;
/** Of each kind. */
const MOST_FOUND = 8;

/** A page, or a record with the page that shows it. */
interface Found {
  /** Unique among all results. */
  key: string;
  name: string;
  detail?: string;
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
}

interface FoundGroup {
  title: string;
  found: Found[];
}

const workflowSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['/api/workflows', 'search', search],
    queryFn: ({ signal }) =>
      unwrap(
        plantroom.api.GET('/api/workflows', { params: { query: { search, limit: MOST_FOUND } }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

const userSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['/api/users', 'search', search],
    queryFn: ({ signal }) =>
      unwrap(plantroom.api.GET('/api/users', { params: { query: { search, limit: MOST_FOUND } }, signal })),
    placeholderData: keepPreviousData,
  });

/** Pages that are not in the navigation. */
const SUBPAGES: readonly { to: LinkProps['to']; title: ShellText; role?: Role }[] = [
  { to: '/energy/analysis', title: 'analysis' },
  { to: '/energy/savings', title: 'savings' },
  { to: '/energy/bills', title: 'bills' },
  { to: '/energy/targets', title: 'targets' },
  { to: '/energy/losses', title: 'losses' },
  { to: '/energy/areas', title: 'areasAndMeters', role: 'engineer' },
  { to: '/points/objects', title: 'objects' },
  { to: '/model/files', title: 'models' },
  { to: '/profile', title: 'profile' },
];

/** Forms of new records, with the lowest role that may fill them in. */
const ACTIONS: readonly { title: ShellText; role: Role; link: Found['link'] }[] = [
  { title: 'newFault', role: 'operator', link: { to: '/faults', search: { report: true } } },
  { title: 'newOrder', role: 'operator', link: { to: '/maintenance', search: { plan: true } } },
  { title: 'newWorkflow', role: 'engineer', link: { to: '/workflows/new', search: {} } },
  { title: 'newRule', role: 'engineer', link: { to: '/alert-rules/$ruleId', params: { ruleId: 'new' } } },
  { title: 'newNotification', role: 'engineer', link: { to: '/notifications', search: { create: true } } },
];

interface SearchDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Finds pages, actions and records by their names. */
export function SearchDialog({ isOpen, onClose }: SearchDialogProps) {
  const t = useShellTexts();
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('search')} size="lg">
      {isOpen && <SearchField onClose={onClose} />}
    </Dialog>
  );
}

function SearchField({ onClose }: { onClose: () => void }) {
  const t = useShellTexts();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const groups = useFound(text);
  const all = groups.flatMap(({ found }) => found);
  const open = (key: string) => {
    const link = all.find((one) => one.key === key)?.link;
    if (!link) return;
    onClose();
    void navigate(link);
  };
  return (
    <Autocomplete
      aria-label={t('search')}
      placeholder={t('searchHint')}
      data-autofocus
      value={text}
      onChange={setText}
      onOptionSubmit={open}
      data={groups.map(({ title, found }) => ({ group: title, items: found.map(({ key }) => key) }))}
      // The results are already those of the text.
      filter={({ options }) => options}
      selectFirstOptionOnChange
      renderOption={({ option }) => {
        const found = all.find(({ key }) => key === option.value);
        return (
          <div>
            {found?.name}
            {found?.detail && (
              <Text size="xs" c="dimmed">
                {found.detail}
              </Text>
            )}
          </div>
        );
      }}
    />
  );
}

/** Returns the pages and records whose names contain the text. */
function useFound(text: string): FoundGroup[] {
  const t = useShellTexts();
  const account = useAccount();
  const alertText = useAlertText();
  const { dateTime } = useFormat();
  const wanted = text.trim().toLowerCase();
  const [search] = useDebouncedValue(wanted, TYPING_MS);
  const isOperator = hasRole(account, 'operator');
  const { data: areas } = useQuery(areasQuery);
  const { data: points = [] } = useQuery({ ...pointSearchQuery(search), enabled: search !== '' });
  const { data: workflows = [] } = useQuery({
    ...workflowSearchQuery(search),
    enabled: search !== '' && isOperator,
  });
  const { data: alerts = [] } = useQuery({ ...activeAlertsQuery, enabled: search !== '' });
  const { data: users = [] } = useQuery({
    ...userSearchQuery(search),
    enabled: search !== '' && hasRole(account, 'admin'),
  });
  const actions = ACTIONS.filter(({ role }) => hasRole(account, role)).map(({ title, link }): Found => ({
    key: `action ${title}`,
    name: t(title),
    link,
  }));
  const pages = [...NAVIGATION.flat(), ...(wanted === '' ? [] : SUBPAGES)]
    .filter(({ role }) => !role || hasRole(account, role))
    .map(({ to, title }): Found => ({ key: `page ${to}`, name: t(title), link: { to } }));
  const places = inTreeOrder(areas?.areas ?? []).map(({ area: { id, name }, path }): Found => ({
    key: `area ${id}`,
    name,
    detail: path,
    link: { to: '/energy', search: { area: id } },
  }));
  const isWanted = ({ name }: Found) => name.toLowerCase().includes(wanted);
  const groups = [
    { title: t('pages'), found: pages.filter(isWanted) },
    { title: t('actions'), found: wanted === '' ? [] : actions.filter(isWanted) },
    { title: t('areas'), found: wanted === '' ? [] : places.filter(isWanted) },
    {
      title: t('points'),
      found: points.map(({ id, name, code }): Found => {
        return { key: `point ${id}`, name, detail: code, link: { to: '/points', search: { point: id } } };
      }),
    },
    {
      title: t('alerts'),
      found: alerts
        .map(({ id, title, titleText, raisedAt }): Found => {
          return {
            key: `alert ${id}`,
            name: alertText(title, titleText),
            detail: dateTime(raisedAt),
            link: { to: '/alerts', search: { alert: id } },
          };
        })
        .filter((found) => wanted !== '' && isWanted(found)),
    },
    {
      title: t('workflows'),
      found: workflows.map(({ id, name }): Found => {
        return {
          key: `workflow ${id}`,
          name,
          link: { to: '/workflows/$workflowId', params: { workflowId: id } },
        };
      }),
    },
    {
      title: t('users'),
      found: users.map(({ id, username, email }): Found => {
        return {
          key: `user ${id}`,
          name: username,
          detail: email,
          link: { to: '/users', search: { search: username } },
        };
      }),
    },
  ];
  return groups
    .filter(({ found }) => found.length > 0)
    .map(({ title, found }) => ({ title, found: wanted === '' ? found : found.slice(0, MOST_FOUND) }));
}
