import { Text } from '@mantine/core';
import { useFormat } from '../format/use-format';
import { useUiTexts } from './ui.texts';

interface MissingDataProps {
  /** The silent meters, or only their number. */
  silentMeters: readonly string[] | number;
  /** The share of the period that is compared with the previous one; omitted if nothing is compared. */
  comparedShare?: number;
}

/** A smaller share is shown. The newest readings are always some minutes old. */
const COMPARED_SHARE = 0.9;

/** Says which meters are silent, and what a comparison of periods is based on. Empty if no data is missing. */
export function MissingData({ silentMeters, comparedShare }: MissingDataProps) {
  const t = useUiTexts();
  const { number, share } = useFormat();
  const texts: string[] = [];
  if (typeof silentMeters === 'number') {
    if (silentMeters > 0) texts.push(t('silentCount', { count: number(silentMeters) }));
  } else if (silentMeters.length > 0) texts.push(t('silentMeters', { meters: silentMeters.join(', ') }));
  if (comparedShare !== undefined && (texts.length > 0 || comparedShare < COMPARED_SHARE)) {
    texts.push(t('comparedShare', { share: share(comparedShare) }));
  }
  return texts.length === 0 ? null : (
    <Text size="sm" c="dimmed">
      {texts.join(' ')}
    </Text>
  );
}
