import { useFormat } from '../../../format/use-format';
import { type Column, DataTable } from '../../../ui/data-table';
import { useAnalysisTexts } from './analysis.texts';
import { useProfileTitles } from './profile-titles';

interface HourTableProps {
  label: string;
  unit: string;
  days: readonly { title: string; hours: readonly (number | null)[] }[];
}

/** A row for each hour of the day, and a column for each day. */
export function HourTable({ label, unit, days }: HourTableProps) {
  const t = useAnalysisTexts();
  const { hours } = useProfileTitles();
  const { quantity } = useFormat();
  const columns: Column<number>[] = [
    { key: 'hour', title: t('hour'), render: (hour) => hours[hour] },
    ...days.map((day) => ({
      key: day.title,
      title: day.title,
      align: 'right' as const,
      render: (hour: number) => quantity(day.hours[hour], unit, 2),
    })),
  ];
  return <DataTable label={label} items={[...hours.keys()]} keyOf={(hour) => hour} columns={columns} />;
}
