import { useState } from 'react';
import { Anchor, Table, Text } from '@mantine/core';
import { useFormat } from '../../format/use-format';
import { CorrectionDialog } from './corrections/correction-dialog';
import { CorrectionList } from './corrections/correction-list';
import type { ExplainedReading } from './corrections/corrections.queries';
import { useCorrectionTexts } from './corrections/corrections.texts';
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

/**
 * Shows the readings, resets, gaps and divided periods from which the share of a meter was computed, and the corrections
 * of its readings. A reading can be corrected.
 */
export function MeterEvidence({ meter, unit }: MeterEvidenceProps) {
  const t = useEnergyTexts();
  const { part, number, quantity } = useFormat();
  const dateTime = (instant: string) => part(instant, { dateStyle: 'medium', timeStyle: 'medium' });
  const corrects = useCorrectionTexts();
  const [isOpen, setOpen] = useState(false);
  const [corrected, setCorrected] = useState<ExplainedReading | null>(null);
  const { pointCode, purged, readings, corrections, resets, gaps, apportionments } = meter;
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
        {meter.formula.map(({ pointCode: code, factor, energy }) => (
          <Text key={code} size="xs">
            {t('formulaPart', {
              factor: number(factor, 6),
              code,
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
      <CorrectionList corrections={corrections} />
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <Text component="summary" size="xs" c="dimmed" className={classes.summary}>
          {t('readings', { count: number(readings.length) })}
        </Text>
        {isOpen && (
          <Table fz="xs" verticalSpacing={2}>
            <Table.Tbody>
              {readings.slice(0, MOST_ROWS).map((reading) => (
                <Table.Tr key={reading.timestamp}>
                  <Table.Td>
                    <Anchor
                      component="button"
                      type="button"
                      fz="xs"
                      title={corrects('open', { time: dateTime(reading.timestamp) })}
                      onClick={() => setCorrected(reading)}
                    >
                      {dateTime(reading.timestamp)}
                    </Anchor>
                  </Table.Td>
                  <Table.Td ta="right">{number(reading.value, 3)}</Table.Td>
                  <Table.Td>{reading.quality !== 'good' && t(`quality.${reading.quality}`)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {isOpen && <Hidden count={readings.length - MOST_ROWS} />}
      </details>
      {corrected && (
        <CorrectionDialog pointCode={pointCode} reading={corrected} onClose={() => setCorrected(null)} />
      )}
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
