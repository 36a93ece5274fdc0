import type { WorkflowInput } from '@app/domain';
import type { EdgeDefinition, JsonObject, NodeDefinition } from '@app/workflow-engine';

/** A workflow in a document, with the documented inputs and results. */
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

/** Returns the code blocks whose opening fence has this text, for example `json workflow`. */
export function blocksOf(page: string, info: string): string[] {
  return allBlocks(page)
    .filter((block) => block.info === info)
    .map(({ text }) => text);
}

/** Finds the workflows of a page. Each workflow is followed by one or more pairs of input and result. */
export function examplesIn(page: string): Example[] {
  const examples: Example[] = [];
  let workflow: Example['workflow'] | undefined;
  let triggerData: unknown;
  for (const { info, text } of allBlocks(page)) {
    if (info === 'json workflow') workflow = JSON.parse(text) as Example['workflow'];
    if (info === 'json triggerData') triggerData = JSON.parse(text);
    if (info !== 'json result') continue;
    if (!workflow) throw new Error('The document has a result before its first workflow.');
    examples.push({ workflow, triggerData, result: JSON.parse(text) as object });
  }
  return examples;
}

export interface ExpressionLine {
  text: string;
  kind: 'gives' | 'refused' | 'fails';
  /** The expected value as JSON, or the expected error message. */
  told: string;
}

/** Parses lines such as `1 + 1 → 2`, `x = 1 → refused: why` and `null.name → fails: why`. */
export function expressionLines(page: string): ExpressionLine[] {
  const lines = blocksOf(page, 'expressions').flatMap((text) => text.trim().split('\n'));
  return lines.map((line) => {
    const [, text = '', kind, told = ''] = /^(.*) → (?:(refused|fails): )?(.*)$/.exec(line) ?? [];
    return { text, kind: kind === undefined ? 'gives' : (kind as ExpressionLine['kind']), told };
  });
}

/**
 * Returns the text from a heading to the next heading of the same or a higher level. Ignores headings in code blocks.
 */
export function sectionOf(page: string, title: string): string {
  const lines = page.split('\n');
  const from = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === title);
  if (from < 0) throw new Error(`The page has no chapter "${title}".`);
  const level = /^#+/.exec(lines[from] ?? '')?.[0].length ?? 0;
  const length = lines.slice(from + 1).findIndex((line) => (/^(#+) /.exec(line)?.[1]?.length ?? 9) <= level);
  return lines.slice(from, length < 0 ? undefined : from + 1 + length).join('\n');
}

/** Returns true if these cells are the line between the header and the body of a table. */
const isRule = (cells: string[] | null | undefined) => cells?.every((cell) => /^-+$/.test(cell)) ?? false;

/** Returns the rows of all tables in a text, without the header rows. */
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
