import { useMemo } from 'react';
import { useQueries } from '@tanstack/react-query';
import { useLiveValues } from '../../api/live-values';
import { objectQuery, type ObjectWithPoints } from '../../api/objects';
import type { Mark, Position } from '../../ui/model-view/model-view-props';
import { useValueText } from '../../ui/point-value';
import type { Hotspot, Label, SceneData } from './model.queries';
import { useModelTexts } from './model.texts';

/** A value of an object or of a light. */
export interface ItemValue {
  code: string;
  name: string;
  unit: string | null;
  /** Undefined if the product has no record of the point. */
  pointId?: number;
  value: unknown;
}

/** A mark of the scene with its live values. */
export interface SceneItem {
  id: string;
  title: string;
  position: Position;
  nodeName: string | null;
  /** The most important value. */
  summary?: string;
  /** The code of the point whose trend is shown. */
  main?: string;
  values: ItemValue[];
  hasObject: boolean;
}

/** The number of values that one request returns. The values of the marks come before those of the list. */
const MOST_VALUES = 10_000;
type Described = Omit<ItemValue, 'value'>;

/** Returns the marks of the scene with their live values: first the objects, then the groups of lights. */
export function useSceneItems({ hotspots, labels }: SceneData): SceneItem[] {
  const t = useModelTexts();
  const valueText = useValueText();
  const ids = useMemo(() => [...new Set(hotspots.flatMap(({ objectId }) => objectId ?? []))], [hotspots]);
  const objects = useQueries({ queries: ids.map((id) => objectQuery(id)), combine: byId });
  const described = useMemo(
    () => [
      ...hotspots.map((hotspot) => ofHotspot(hotspot, objects)),
      ...labels.map((label) => ofLabel(label, t)),
    ],
    [hotspots, labels, objects, t],
  );
  const codes = useMemo(() => {
    const shown = described.flatMap(({ main, switches }) => [main ?? [], switches].flat());
    const listed = described.flatMap(({ points }) => points.map(({ code }) => code));
    return [...new Set([...shown, ...listed])].slice(0, MOST_VALUES).sort();
  }, [described]);
  const { values } = useLiveValues(codes);
  return useMemo(
    () =>
      described.map(({ mark, points, main, switches, hasObject }) => {
        const live = points.map((point) => ({ ...point, value: values.get(point.code)?.value }));
        const shown = live.find(({ code }) => code === main);
        const on = switches.filter((code) => values.get(code)?.value === true).length;
        const lights = switches.length > 0 ? t('lights', { on, total: switches.length }) : undefined;
        return {
          id: mark.id,
          title: 'title' in mark ? mark.title : mark.text,
          position: mark.position,
          nodeName: 'nodeName' in mark ? (mark.nodeName ?? null) : null,
          summary: shown ? valueText(shown.value, shown.unit) : lights,
          main,
          values: live,
          hasObject,
        };
      }),
    [described, values, t, valueText],
  );
}

function byId(results: { data?: ObjectWithPoints }[]): Map<number, ObjectWithPoints> {
  return new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
}

interface DescribedMark {
  mark: Hotspot | Label;
  points: Described[];
  /** The code of the point whose value the mark shows. */
  main?: string;
  switches: string[];
  hasObject: boolean;
}

function ofHotspot(mark: Hotspot, objects: ReadonlyMap<number, ObjectWithPoints>): DescribedMark {
  const points = objects.get(mark.objectId ?? 0)?.points ?? [];
  // A value with a unit is usually a measurement, which is more useful than a switch.
  const main = points.find(({ unit }) => unit !== null) ?? points[0];
  return {
    mark,
    points: points.map(({ id, code, name, unit }) => ({ code, name, unit, pointId: id })),
    main: main?.code,
    switches: [],
    hasObject: Boolean(mark.objectId),
  };
}

function ofLabel(mark: Label, t: ReturnType<typeof useModelTexts>): DescribedMark {
  const devices = mark.devices ?? [];
  const points = devices.flatMap(({ name, switchCode, levelCode, powerCode }) =>
    [
      { code: switchCode, name: `${name}: ${t('light')}`, unit: null },
      { code: levelCode, name: `${name}: ${t('level')}`, unit: '%' },
      { code: powerCode, name: `${name}: ${t('power')}`, unit: 'W' },
    ].flatMap(({ code, ...rest }) => (code ? [{ code, ...rest }] : [])),
  );
  return { mark, points, switches: devices.flatMap(({ switchCode }) => switchCode ?? []), hasObject: true };
}

/** Returns the items as marks for the view of the model. */
export function useSceneMarks(items: readonly SceneItem[]): Mark[] {
  return useMemo(
    () =>
      items.map(({ id, title, position, nodeName, summary }) => ({
        id,
        title,
        position,
        nodeName,
        value: summary,
      })),
    [items],
  );
}
