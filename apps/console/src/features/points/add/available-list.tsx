import { useState } from 'react';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { mdiGauge } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { CodeText } from '../../../ui/code-text';
import { useFormat } from '../../../format/use-format';
import { type Column, DataTable } from '../../../ui/data-table';
import { PagedList } from '../../../ui/paged-list';
import { SearchField } from '../../../ui/search-field';
import { EmptyState } from '../../../ui/states';
import { AVAILABLE_PER_PAGE, type AvailablePoint, availableQuery } from './add-points.queries';
import { useAddPointsTexts } from './add-points.texts';

interface AvailableListProps {
  /** The codes of the chosen points on all pages. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** The points of the gateway with a checkbox each. Points that were added before cannot be chosen. */
export function AvailableList({ chosen, onChange }: AvailableListProps) {
  const t = useAddPointsTexts();
  const { number } = useFormat();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const columns = useColumns(chosen, onChange);
  return (
    <>
      <Group>
        <SearchField
          label={t('search')}
          maxLength={255}
          text={search}
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </Group>
      <PagedList
        query={useQuery(availableQuery(search, page))}
        page={page}
        limit={AVAILABLE_PER_PAGE}
        empty={<EmptyState title={t(search ? 'noneFound' : 'none')} icon={mdiGauge} />}
        onPage={setPage}
      >
        {(points) => (
          <>
            <Group justify="space-between" gap="xs" mb="xs">
              <AllOnPage points={points} chosen={chosen} onChange={onChange} />
              <Group gap="xs">
                <Text size="sm" component="output">
                  {t('chosen', { count: number(chosen.size) })}
                </Text>
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={chosen.size === 0}
                  onClick={() => onChange(new Set())}
                >
                  {t('clear')}
                </Button>
              </Group>
            </Group>
            <DataTable label={t('available')} items={points} keyOf={({ code }) => code} columns={columns} />
          </>
        )}
      </PagedList>
    </>
  );
}

interface AllOnPageProps extends AvailableListProps {
  points: readonly AvailablePoint[];
}

function AllOnPage({ points, chosen, onChange }: AllOnPageProps) {
  const t = useAddPointsTexts();
  const codes = points.filter(({ pointId }) => pointId === null).map(({ code }) => code);
  const count = codes.filter((code) => chosen.has(code)).length;
  const isAll = count > 0 && count === codes.length;
  const others = [...chosen].filter((code) => !codes.includes(code));
  return (
    <Checkbox
      label={t('all')}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      disabled={codes.length === 0}
      onChange={() => onChange(new Set(isAll ? others : [...others, ...codes]))}
    />
  );
}

function useColumns(
  chosen: ReadonlySet<string>,
  onChange: (chosen: ReadonlySet<string>) => void,
): Column<AvailablePoint>[] {
  const t = useAddPointsTexts();
  const toggled = (code: string) =>
    chosen.has(code) ? [...chosen].filter((other) => other !== code) : [...chosen, code];
  return [
    {
      key: 'point',
      title: t('point'),
      render: ({ code, name, pointId }) => (
        <Checkbox
          label={name || code}
          description={pointId === null ? undefined : t('added')}
          checked={chosen.has(code)}
          disabled={pointId !== null}
          onChange={() => onChange(new Set(toggled(code)))}
        />
      ),
    },
    {
      key: 'code',
      title: t('code'),
      render: ({ code }) => <CodeText>{code}</CodeText>,
    },
    { key: 'unit', title: t('unit'), render: ({ unit }) => unit || '–' },
    { key: 'group', title: t('group'), render: ({ group }) => group || '–' },
  ];
}
