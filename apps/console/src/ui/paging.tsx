import { ActionIcon, Group, Text } from '@mantine/core';
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { useFormat } from '../format/use-format';
import { Icon } from './icon';
import { useUiTexts } from './ui.texts';

interface PagingProps {
  /** The current page, from 1 on. */
  page: number;
  /** Items per page. */
  limit: number;
  total: number;
  totalIsExact: boolean;
  onChange: (page: number) => void;
}

/** The total of a list, and buttons for its pages. */
export function Paging({ page, limit, total, totalIsExact, onChange }: PagingProps) {
  const t = useUiTexts();
  const { number } = useFormat();
  const last = Math.max(1, Math.ceil(total / limit));
  // The items of the current page may be gone, or total may be too low.
  const pages = Math.max(page, last);
  return (
    <Group justify="space-between" mt="sm" gap="xs">
      <Text size="sm" c="dimmed">
        {t(totalIsExact ? 'total' : 'totalAtLeast', { total: number(total) })}
      </Text>
      {pages > 1 && (
        <Group gap="xs">
          <ActionIcon
            variant="default"
            aria-label={t('previous')}
            disabled={page <= 1}
            onClick={() => onChange(totalIsExact ? Math.min(page - 1, last) : page - 1)}
          >
            <Icon path={mdiChevronLeft} />
          </ActionIcon>
          <Text size="sm">{t('page', { page, pages })}</Text>
          <ActionIcon
            variant="default"
            aria-label={t('next')}
            disabled={page >= pages}
            onClick={() => onChange(page + 1)}
          >
            <Icon path={mdiChevronRight} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  );
}
