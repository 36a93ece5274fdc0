import { useState } from 'react';
import { Table, Text } from '@mantine/core';
import { useFormat } from '../../format/use-format';
import type { Explanation } from './energy.queries';
import { useEnergyTexts } from './energy.texts';
import classes from './explanation-drawer.module.css';

/** Rows of readings, and notes. A meter may have a reading per minute. */
const MOST_ROWS = 500;
const MOST_NOTES = 50;

interface MeterEvidenceProps {
  meter: Explanation['meters'][number];
  /** Of energy: kWh or m³. */
  unit: string;
}

/** Shows the readings, resets, gaps and divided periods from which the share of a meter was computed. */
export function MeterEvidence({ meter, unit }: MeterEvidenceProps) {
  const t = useEnergyTexts();
  const { part, number, quantity } = useFormat();
  const dateTime = (instant: string) => part(instant, { dateStyle: 'medium', timeStyle: 'medium' });
  const [isOpen, setOpen] = useState(false);
  const { purged, readings, resets, gaps, apportionments } = meter;
  const notes = [
    ...resets.map(({ timestamp, kind, before, after }) =>
      t(kind, { time: dateTime(timestamp), before: number(before, 3), after: number(after, 3) }),
    ),
    ...gaps.map(({ from, to, energy }) =>
      t(energy === null ? 'gapUnknown' : 'gapSpread', {
        from: dateTime(from),
        to: dateTime(to),
        energy: quantity(energy, unit, 3),
      }),
    ),
    ...apportionments.map(({ from, to, energy, counted }) =>
      t('divided', {
        from: dateTime(from),
        to: dateTime(to),
        energy: quantity(energy, unit, 3),
        counted: quantity(counted, unit, 3),
      }),
    ),
  ];
  if (meter.formula) {
    return (
      <div className={classes.evidence}>
        {meter.formula.map(({ pointCode, factor, energy }) => (
          <Text key={pointCode} size="xs">
            {t('formulaPart', {
              factor: number(factor, 6),
              code: pointCode,
              energy: quantity(energy, unit, 3),
            })}
          </Text>
        ))}
      </div>
    );
  }
  if (purged) {
    return (
      <Text size="xs" c="dimmed">
        {t('purged')}
      </Text>
    );
  }
  return (
    <div className={classes.evidence}>
      {notes.slice(0, MOST_NOTES).map((note) => (
        <Text key={note} size="xs">
          {note}
        </Text>
      ))}
      <Hidden count={notes.length - MOST_NOTES} />
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <Text component="summary" size="xs" c="dimmed" className={classes.summary}>
          {t('readings', { count: number(readings.length) })}
        </Text>
        {isOpen && (
          <Table fz="xs" verticalSpacing={2}>
            <Table.Tbody>
              {readings.slice(0, MOST_ROWS).map(({ timestamp, value, quality }) => (
                <Table.Tr key={timestamp}>
                  <Table.Td>{dateTime(timestamp)}</Table.Td>
                  <Table.Td ta="right">{number(value, 3)}</Table.Td>
                  <Table.Td>{quality !== 'good' && t(`quality.${quality}`)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {isOpen && <Hidden count={readings.length - MOST_ROWS} />}
      </details>
    </div>
  );
}

/** Says how many items of a list are not shown. */
function Hidden({ count }: { count: number }) {
  const t = useEnergyTexts();
  const { number } = useFormat();
  if (count <= 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {t('more', { count: number(count) })}
    </Text>
  );
}
