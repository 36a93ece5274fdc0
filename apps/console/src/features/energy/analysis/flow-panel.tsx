import { useMemo } from 'react';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../api/areas';
import { useFormat } from '../../../format/use-format';
import { faint, useChartColors } from '../../../ui/chart/use-chart-style';
import { DataTable } from '../../../ui/data-table';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { energyUnitOf } from '../energy.queries';
import { NothingInside, useChartHeight, ViewPanel } from '../view-panel';
import { type ProfileChoice, siteQuery } from './analysis.queries';
import { useAnalysisTexts } from './analysis.texts';
import {
  type FlowArea,
  flowAreas,
  type FlowNode,
  flowNodes,
  inside,
  lessMeasured,
  restOf,
} from './flow-layout';
import classes from './flow-panel.module.css';

const HEIGHT = 360;
/** Lower bars have no text. */
const LEAST_TEXT_PX = 14;
const BAND_OPACITY = 0.25;
/** The width of a bar in a picture that is 1000 wide. */
const BAR = 10;

interface FlowProps {
  areas: readonly FlowArea[];
  root: FlowArea;
  unit: string;
}

/** How the energy of the chosen area is divided among the areas inside it. */
export function FlowPanel({ areas, choice }: { areas: readonly Area[]; choice: ProfileChoice }) {
  const t = useAnalysisTexts();
  const query = useQuery(siteQuery(choice));
  if (!areas.some(({ parentId }) => parentId === choice.areaId)) return <NothingInside />;
  return (
    <ViewPanel title={t('flow')}>
      {(view) => (
        <QueryState query={query} height={HEIGHT}>
          {(energies) => {
            const known = flowAreas(areas, energies);
            const root = known.find(({ id }) => id === choice.areaId);
            if (!root || root.energy <= 0) return <EmptyState title={t('noFlow')} />;
            const shown = { areas: known, root, unit: energyUnitOf(choice) };
            const missing = lessMeasured(known, root, energies).map(({ name }) => name);
            return (
              <>
                {view === 'chart' ? <FlowChart {...shown} /> : <FlowTable {...shown} />}
                {missing.length > 0 && (
                  <Text size="sm" c="dimmed" mt="xs">
                    {t('lessMeasured', { areas: missing.join(', ') })}
                  </Text>
                )}
              </>
            );
          }}
        </QueryState>
      )}
    </ViewPanel>
  );
}

function FlowChart({ areas, root, unit }: FlowProps) {
  const t = useAnalysisTexts();
  const { quantity } = useFormat();
  const colors = useChartColors();
  const height = useChartHeight(HEIGHT);
  const nodes = useMemo(() => flowNodes(areas, root), [areas, root]);
  const depths = Math.max(...nodes.map(({ depth }) => depth)) + 1;
  const colorOf = ({ area }: FlowNode) => (area ? colors.main : colors.other);
  const largest = nodes.filter(({ depth }) => depth === 1).toSorted((a, b) => b.energy - a.energy)[0];
  const nameOf = ({ area }: FlowNode) => area?.name ?? t('rest');
  const label = t('flowLabel', {
    area: root.name,
    energy: quantity(root.energy, unit, 0),
    largest: largest ? `${nameOf(largest)} ${quantity(largest.energy, unit, 0)}` : '–',
  });
  return (
    <figure aria-label={label} className={classes.flow} style={{ height: height ?? '100%' }}>
      <svg className={classes.bands} viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden>
        {nodes.slice(1).map((node) => (
          <path key={node.key} d={bandOf(node, 1000 / depths)} fill={faint(colorOf(node), BAND_OPACITY)} />
        ))}
      </svg>
      {nodes.map((node) => (
        <div
          key={node.key}
          className={classes.node}
          title={`${nameOf(node)}: ${quantity(node.energy, unit, 0)}`}
          style={{
            left: `${(100 * node.depth) / depths}%`,
            width: `${100 / depths}%`,
            top: `${100 * node.top}%`,
            height: `${100 * node.height}%`,
          }}
        >
          <span className={classes.bar} style={{ background: colorOf(node) }} />
          {node.height * (height ?? HEIGHT) >= LEAST_TEXT_PX && (
            <span className={classes.text}>
              {nameOf(node)} · {quantity(node.energy, unit, 0)}
            </span>
          )}
        </div>
      ))}
    </figure>
  );
}

/** The path of the energy from the bar of the parent to that of the node. */
function bandOf({ depth, top, height, sourceTop }: FlowNode, columnWidth: number): string {
  const [from, to] = [(depth - 1) * columnWidth + BAR, depth * columnWidth];
  const middle = (from + to) / 2;
  const [y1, y2, h] = [1000 * sourceTop, 1000 * top, 1000 * height];
  return `M${from} ${y1} C${middle} ${y1} ${middle} ${y2} ${to} ${y2} V${y2 + h} C${middle} ${y2 + h} ${middle} ${y1 + h} ${from} ${y1 + h} Z`;
}

function FlowTable({ areas, root, unit }: FlowProps) {
  const t = useAnalysisTexts();
  const { quantity, share } = useFormat();
  const listed = inside(areas, root);
  const energy = (value: number) => quantity(value, unit, 3);
  return (
    <DataTable
      label={t('flow')}
      items={listed}
      keyOf={({ id }) => id}
      columns={[
        { key: 'area', title: t('area'), render: ({ name }) => name },
        { key: 'energy', title: t('energy'), align: 'right', render: (area) => energy(area.energy) },
        {
          key: 'share',
          title: t('shareOf', { area: root.name }),
          align: 'right',
          render: (area) => share(area.energy / root.energy),
        },
        { key: 'rest', title: t('rest'), align: 'right', render: (area) => energy(restOf(areas, area)) },
      ]}
    />
  );
}
