import type { Widget } from '../../../api/dashboards';
import { DEFAULT_RANGE, type Range, readSavedTrend, type TrendSearch } from '../../../ui/trend/trend-choice';
import { kindOf, readConfig, type WidgetDataType, withConfig } from '../../../ui/widget/widget-config';

/** The contents of new widgets, in the order of the choices. */
export const CONTENTS = [
  'energy',
  'points',
  'value',
  'trend',
  'areas',
  'heatMap',
  'alerts',
  'faults',
  'work',
  'lighting',
  'model',
  'weather',
  'picture',
  'link',
  'static',
] as const;
/** A foreign content was stored by another client, and has no fields here. */
export type Content = (typeof CONTENTS)[number] | 'foreign';

/** The area of figures of the whole site. */
export const WHOLE_SITE = '';
/** The range of a trend with stored instants. */
export const FIXED_PERIOD = '';

export interface Fields {
  content: Content;
  title: string;
  isPublic: boolean;
  area: string;
  energyType: string;
  period: string;
  display: string;
  codes: string[];
  code: string;
  min: number | '';
  max: number | '';
  range: string;
  picture: string;
  minSeverity: string;
  labelId: string | null;
  fileId: string | null;
  url: string;
  note: string;
  /** The stored choices of a trend that the form does not show. */
  trend: TrendSearch;
}

export const NEW_FIELDS: Fields = {
  content: 'energy',
  title: '',
  isPublic: false,
  area: WHOLE_SITE,
  energyType: 'electricity',
  period: 'today',
  display: 'chart',
  codes: [],
  code: '',
  min: '',
  max: '',
  range: DEFAULT_RANGE,
  picture: 'heatMap',
  minSeverity: '',
  labelId: null,
  fileId: null,
  url: '',
  note: '',
  trend: {},
};

type Required = 'codes' | 'code' | 'max' | 'labelId' | 'fileId' | 'url' | 'note';

/** Returns the field that the content needs, if it is empty or wrong. */
export function missingField(fields: Fields): Required | undefined {
  const { content, codes, code, min, max, labelId, fileId, url, note } = fields;
  const isGauge = min !== '' || max !== '';
  const missing: Partial<Record<Content, [Required, boolean]>> = {
    points: ['codes', codes.length === 0],
    trend: ['codes', codes.length === 0],
    value: code.trim() === '' ? ['code', true] : ['max', isGauge && !(min !== '' && max !== '' && min < max)],
    lighting: ['labelId', labelId === null],
    picture: ['fileId', fileId === null],
    link: ['url', !/^https?:\/\/./.test(url.trim())],
    static: ['note', note.trim() === ''],
  };
  const [field, isMissing] = missing[content] ?? [];
  return isMissing ? field : undefined;
}

/** The id of a widget that is not yet saved. */
const NEW = 'new-';
/** The number of new widgets since the page was loaded. */
let created = 0;
export const isNew = ({ id }: Pick<Widget, 'id'>): boolean => id.startsWith(NEW);

const SIZES: Partial<Record<Content, [width: number, height: number]>> = {
  trend: [6, 4],
  heatMap: [6, 4],
  model: [6, 6],
  lighting: [4, 5],
  picture: [4, 4],
  value: [3, 2],
  link: [3, 1],
};
const SIZE: [number, number] = [4, 3];

/** @param top the first row below all widgets */
export function newWidget(fields: Fields, top: number): Widget {
  const { content, title, isPublic, display, min, max } = fields;
  const isChart = content === 'energy' && display === 'chart';
  const [layoutW, layoutH] = isChart ? [6, 4] : (SIZES[content] ?? SIZE);
  const dataType = dataTypeOf(content);
  const data = dataOf(fields);
  const ends = content === 'value' && min !== '' && max !== '' ? { min, max } : {};
  created += 1;
  return {
    id: `${NEW}${created}`,
    type: isChart ? 'chart' : typeOf(content),
    dataType,
    dataJson: JSON.stringify(data),
    config: withConfig({}, { title: title.trim(), isPublic: isPublic && isPublishable(content), ...ends }),
    layoutX: 0,
    layoutY: top,
    layoutW,
    layoutH,
    data: dataType === 'static' ? (data as Widget['data']) : null,
    updatedAt: null,
  };
}

/** The fields of a selection that are texts. */
const TEXTS = [
  'energyType',
  'period',
  'range',
  'picture',
  'minSeverity',
  'labelId',
  'fileId',
  'url',
] as const;

/** The fields of a stored widget. Other clients may have stored other selections. */
export function fieldsOf(widget: Widget): Fields {
  const { type, dataType, dataJson } = widget;
  const { title, isPublic, min = '', max = '' } = readConfig(widget);
  const data: unknown = JSON.parse(dataJson);
  const kind = kindOf(dataType, data);
  const given = Object(dataType === 'static' ? Object(data)[kind] : data) as Record<string, unknown>;
  const { areaId, metric, text } = given;
  const trend = readSavedTrend(data) ?? {};
  const codes = trend.series ?? textsIn(given.codes);
  const isValue = kind === 'points' && type === 'stats' && codes.length === 1;
  const isForeign =
    (kind === 'static' && typeof data !== 'string') || (kind === 'trend' && codes.length === 0);
  const texts = TEXTS.map((name) => [name, given[name]] as const);
  return {
    ...NEW_FIELDS,
    ...Object.fromEntries(texts.filter(([, value]) => typeof value === 'string')),
    content: isForeign ? 'foreign' : isValue ? 'value' : kind,
    title,
    isPublic,
    min,
    max,
    area: typeof areaId === 'number' ? String(areaId) : WHOLE_SITE,
    display: type === 'chart' ? 'chart' : metric === 'cost' || metric === 'emissions' ? metric : 'figures',
    codes,
    code: codes[0] ?? '',
    note: typeof data === 'string' ? data : typeof text === 'string' ? text : '',
    ...(trend.from && { range: FIXED_PERIOD }),
    trend,
  };
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The API keeps the content of a stored widget, so another content is a new widget in the same place. */
export function changedWidget(widget: Widget, fields: Fields): Widget {
  const [before, after] = [newWidget(fieldsOf(widget), 0), newWidget(fields, 0)];
  const { title, isPublic, min, max } = readConfig(after);
  const ends = fields.content === 'value' ? { min, max } : {};
  const config = withConfig(widget.config, { title, isPublic, ...ends });
  if (after.type === before.type && after.dataJson === before.dataJson) return { ...widget, config };
  const { layoutX, layoutY, layoutW, layoutH } = widget;
  return { ...after, config, layoutX, layoutY, layoutW, layoutH };
}

/** Other contents need routes for signed-in users (docs/dashboard.md). */
export function isPublishable(content: Content): boolean {
  return ['link', 'static', 'foreign'].includes(content) || dataTypeOf(content) !== 'static';
}

function dataTypeOf(content: Content): WidgetDataType {
  if (content === 'value') return 'points';
  const types: readonly Content[] = ['energy', 'points', 'alerts', 'faults', 'weather'];
  return types.includes(content) ? (content as WidgetDataType) : 'static';
}

function typeOf(content: Content): Widget['type'] {
  if (content === 'energy' || content === 'weather') return content;
  if (content === 'faults' || content === 'value') return 'stats';
  return content === 'trend' || content === 'heatMap' ? 'chart' : 'list';
}

/** The selection of the data (docs/dashboard.md). */
function dataOf(fields: Fields): unknown {
  const { content, area, energyType, period, display, codes, code, minSeverity, note } = fields;
  const ofArea = area === WHOLE_SITE ? {} : { areaId: Number(area) };
  switch (content) {
    case 'energy':
      return {
        energyType,
        period,
        ...ofArea,
        ...(/^(cost|emissions)$/.test(display) && { metric: display }),
      };
    case 'points':
      return { codes };
    case 'value':
      return { codes: [code.trim()] };
    case 'trend':
      return { trend: trendOf(fields) };
    case 'heatMap':
      return { heatMap: { ...ofArea, energyType, picture: fields.picture } };
    case 'alerts':
      return minSeverity ? { minSeverity } : {};
    case 'lighting':
      return { lighting: { labelId: fields.labelId } };
    case 'picture':
      return { picture: { fileId: fields.fileId } };
    case 'link':
      return { link: { url: fields.url.trim(), text: note.trim() } };
    case 'static':
      return note.trim();
    case 'areas':
    case 'model':
    case 'work':
      return { [content]: {} };
    default:
      return {};
  }
}

function trendOf({ codes: series, range, trend: { from, to, compare } }: Fields): TrendSearch {
  return range === FIXED_PERIOD ? { series, from, to, compare } : { series, range: range as Range, compare };
}
