import type { WorkflowInput } from '@app/domain';
import type { EdgeDefinition, JsonObject, NodeDefinition } from '@app/workflow-engine';

/** A workflow of a page, what it is run with, and what comes of that. */
export interface Example {
  workflow: Omit<WorkflowInput, 'nodes' | 'edges'> & {
    nodes: (Omit<NodeDefinition, 'config'> & { config?: JsonObject })[];
    edges: (Omit<EdgeDefinition, 'id'> & { id?: string })[];
  };
  triggerData: unknown;
  result: object;
}

interface Block {
  info: string;
  text: string;
}

function allBlocks(page: string): Block[] {
  return [...page.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(([, info = '', text = '']) => ({
    info,
    text,
  }));
}

/** The texts of the blocks whose first line says so: `json workflow`. */
export function blocksOf(page: string, info: string): string[] {
  return allBlocks(page)
    .filter((block) => block.info === info)
    .map(({ text }) => text);
}

/** Under each workflow stand, once or several times, what it is run with and what comes of it. */
export function examplesIn(page: string): Example[] {
  const examples: Example[] = [];
  let workflow: Example['workflow'] | undefined;
  let triggerData: unknown;
  for (const { info, text } of allBlocks(page)) {
    if (info === 'json workflow') workflow = JSON.parse(text) as Example['workflow'];
    if (info === 'json triggerData') triggerData = JSON.parse(text);
    if (info !== 'json result') continue;
    if (!workflow) throw new Error('A result stands under no workflow.');
    examples.push({ workflow, triggerData, result: JSON.parse(text) as object });
  }
  return examples;
}

export interface ExpressionLine {
  text: string;
  kind: 'gives' | 'refused' | 'fails';
  /** JSON of the value, or what the error says. */
  told: string;
}

/** Lines such as `1 + 1 → 2`, `x = 1 → refused: why` and `null.name → fails: why`. */
export function expressionLines(page: string): ExpressionLine[] {
  const lines = blocksOf(page, 'expressions').flatMap((text) => text.trim().split('\n'));
  return lines.map((line) => {
    const [, text = '', kind, told = ''] = /^(.*) → (?:(refused|fails): )?(.*)$/.exec(line) ?? [];
    return { text, kind: kind === undefined ? 'gives' : (kind as ExpressionLine['kind']), told };
  });
}

/** From the heading to the next of its level or above; headings within blocks of code are none. */
export function sectionOf(page: string, title: string): string {
  const lines = page.split('\n');
  const from = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === title);
  if (from < 0) throw new Error(`The page has no chapter "${title}".`);
  const level = /^#+/.exec(lines[from] ?? '')?.[0].length ?? 0;
  const length = lines.slice(from + 1).findIndex((line) => (/^(#+) /.exec(line)?.[1]?.length ?? 9) <= level);
  return lines.slice(from, length < 0 ? undefined : from + 1 + length).join('\n');
}

/** The line under the head of a table. */
const isRule = (cells: string[] | null | undefined) => cells?.every((cell) => /^-+$/.test(cell)) ?? false;

/** The rows of the tables of a text, without their heads. */
export function rowsOf(text: string): string[][] {
  const rows = text.split('\n').map((line) =>
    line.startsWith('|')
      ? line
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim().replaceAll('\\|', '|'))
      : null,
  );
  return rows.filter((row, index): row is string[] => {
    return row !== null && !isRule(row) && !isRule(rows[index + 1]);
  });
}
