import type { ExpressionFunction } from '../../catalogue.queries';

export interface Completion {
  /** The text in the list. */
  label: string;
  /** The text that replaces the characters from `from` to the caret. */
  insert: string;
  from: number;
  /** The value on real data, or the signature of a function. */
  detail: string;
}

export interface CompletionSource {
  kind: 'expression' | 'template';
  data: Readonly<Record<string, unknown>>;
  functions: readonly ExpressionFunction[];
}

const MOST = 40;
const MOST_DETAIL = 40;
const KINDS = ['text', 'array', 'number', 'boolean', 'date'] as const;
/** Names, indexes and dots directly before the caret. */
const CHAIN = /(?:[A-Za-z_$][\w$]*|\['[^']*'\]|\["[^"]*"\]|\[\d+\]|\?\.|\.)*$/;
const PART = /([A-Za-z_$][\w$]*)|\['([^']*)'\]|\["([^"]*)"\]|\[(\d+)\]/g;
const NAME = /^[A-Za-z_$][\w$]*$/;

/** Returns the possible completions at the caret. */
export function completionsAt(text: string, caret: number, source: CompletionSource): Completion[] {
  const before = expressionBefore(text.slice(0, caret), source.kind);
  if (before === undefined || isInText(before)) return [];
  const chain = CHAIN.exec(before)?.[0] ?? '';
  const dot = chain.lastIndexOf('.');
  const partial = chain.slice(dot + 1);
  if (/[[\]]/.test(partial)) return [];
  const from = caret - partial.length;
  const base = chain.slice(0, Math.max(dot, 0)).replace(/\?$/, '');
  const found = dot < 0 ? atRoot(source, from) : afterDot(source, base, from);
  return matching(found, partial);
}

/** The expression up to the caret; undefined outside of `{{ }}`. */
function expressionBefore(before: string, kind: CompletionSource['kind']): string | undefined {
  if (kind === 'expression') return before;
  const open = before.lastIndexOf('{{');
  return open < 0 || before.indexOf('}}', open) >= 0 ? undefined : before.slice(open + 2);
}

/** Whether the caret is within a string. */
function isInText(before: string): boolean {
  const withoutTexts = before.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '');
  return /['"]/.test(withoutTexts);
}

function atRoot({ data, functions }: CompletionSource, from: number): Completion[] {
  const names = Object.entries(data).map(([name, value]) => ({
    label: name,
    insert: name,
    from,
    detail: detailOf(value),
  }));
  const global = functions
    .filter(({ name }) => !KINDS.some((kind) => name.startsWith(`${kind}.`)))
    .map(({ name, signature }) => ({ label: name, insert: `${name}(`, from, detail: signature }));
  return [...names, ...global];
}

function afterDot({ data, functions }: CompletionSource, base: string, from: number): Completion[] {
  const ofNamespace = functions
    .filter(({ name }) => name.startsWith(`${base}.`) && !(base in data))
    .map(({ name, signature }) => {
      const member = name.slice(base.length + 1);
      return { label: member, insert: `${member}(`, from, detail: signature };
    });
  if (ofNamespace.length > 0) return ofNamespace;
  const value = valueAt(data, base);
  return [...membersOf(value, from), ...methodsOf(value, functions, from)];
}

function membersOf(value: unknown, from: number): Completion[] {
  if (typeof value === 'string') return [{ label: 'length', insert: 'length', from, detail: '' }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return [{ label: 'length', insert: 'length', from, detail: String(value.length) }];
  }
  return Object.entries(value).map(([name, each]) => {
    // A name that cannot follow a dot is inserted in brackets, which replace the dot.
    const access = NAME.test(name) ? { insert: name, from } : { insert: `['${name}']`, from: from - 1 };
    return { label: name, ...access, detail: detailOf(each) };
  });
}

function methodsOf(value: unknown, functions: readonly ExpressionFunction[], from: number): Completion[] {
  const kinds = kindsOf(value);
  return functions.flatMap(({ name, signature }) => {
    const kind = kinds.find((one) => name.startsWith(`${one}.`));
    if (!kind) return [];
    const method = name.slice(kind.length + 1);
    return [{ label: method, insert: `${method}(`, from, detail: signature }];
  });
}

/** Returns the types of a value. A missing value may have any type. */
function kindsOf(value: unknown): readonly (typeof KINDS)[number][] {
  if (value === undefined) return KINDS;
  if (Array.isArray(value)) return ['array'];
  const kinds = { string: 'text', number: 'number', boolean: 'boolean' } as const;
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? [kinds[type]] : [];
}

/** The value at a path such as `nodeOutputs['a-b'].points[0]`. */
export function valueAt(data: Readonly<Record<string, unknown>>, path: string): unknown {
  let value: unknown = data;
  for (const [, name, single, double, index] of path.matchAll(PART)) {
    if (typeof value !== 'object' || value === null) return undefined;
    const key = name ?? single ?? double ?? index ?? '';
    value = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  }
  return value;
}

function matching(found: readonly Completion[], partial: string): Completion[] {
  const wanted = partial.toLowerCase();
  const unique = new Map(found.map((one) => [one.label, one]));
  const starting = [...unique.values()].filter(({ label }) => label.toLowerCase().startsWith(wanted));
  const containing = [...unique.values()].filter(
    ({ label }) => !label.toLowerCase().startsWith(wanted) && label.toLowerCase().includes(wanted),
  );
  const all = [...starting, ...containing];
  const isComplete = all.length === 1 && all[0]?.label === partial;
  return isComplete ? [] : all.slice(0, MOST);
}

function detailOf(value: unknown): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value);
  return text.length > MOST_DETAIL ? `${text.slice(0, MOST_DETAIL)}…` : text;
}
